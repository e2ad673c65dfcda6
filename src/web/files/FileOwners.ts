/**
 * What files belong to: each file to exactly one project, client or invoice, under whose address
 * its pages stand.
 */
import { Effect } from "effect"
import { Clients } from "../../app/clients/Clients.ts"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import type { FileFilter } from "../../app/ports/files/FileRepository.ts"
import { Projects } from "../../app/projects/Projects.ts"
import type { FileView } from "../../domain/files/FileResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { FramePlace } from "../Frame.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { clientName } from "../PageFormats.ts"
import { pageNotFound } from "../Pages.ts"

export interface FileOwner {
  readonly name: string
  readonly targets: FileFilter
}

export interface OwnerKind {
  /** The path of its list; an owner's page is `<path>/:id`. */
  readonly path: `/${string}`
  readonly place: FramePlace
  /** An owner of another workspace is unknown. */
  readonly find: (workspace: Workspace, id: string) => Effect.Effect<FileOwner, PageRefused>
  /** Where an added file leads: to the owner's page, or to the list of its files. */
  readonly after: (ownerPath: string) => string
}

export const makeOwnerKinds = Effect.gen(function* () {
  const projects = yield* Projects
  const clients = yield* Clients
  const invoicing = yield* Invoicing
  const known = <A, E>(read: Effect.Effect<A, E>, owner: (found: A) => FileOwner) =>
    Effect.mapBoth(read, { onSuccess: owner, onFailure: () => pageNotFound })
  const toFiles = (ownerPath: string) => `${ownerPath}/files?done=uploaded`
  const kinds: ReadonlyArray<OwnerKind> = [
    {
      path: "/projects",
      place: "projects",
      find: (workspace, id) =>
        known(projects.get(workspace, id), (project) => ({
          name: project.name,
          targets: { projectId: project.id }
        })),
      after: (ownerPath) => `${ownerPath}?done=uploaded#files`
    },
    {
      path: "/clients",
      place: "clients",
      find: (workspace, id) =>
        known(clients.get(workspace, id), (client) => ({
          name: clientName(client),
          targets: { clientId: client.id }
        })),
      after: (ownerPath) => `${ownerPath}?show=files&done=added`
    },
    {
      path: "/invoices",
      place: "invoices",
      find: (workspace, id) =>
        known(invoicing.get(workspace, id), (invoice) => ({
          name: invoice.number,
          targets: { invoiceId: invoice.id }
        })),
      after: toFiles
    }
  ]
  return kinds
})

/** The name of what a file belongs to, and the path of its page. */
export const ownerOf = ({ project, client, invoice }: FileView) => {
  if (project !== null) return { name: project.name, path: `/projects/${project.id}` }
  if (client !== null) return { name: client.name, path: `/clients/${client.id}` }
  return { name: invoice?.number ?? "", path: `/invoices/${invoice?.id ?? ""}` }
}
