/** Reads what the page of one project shows: a bounded number of reads, most of them at once. */
import { Effect } from "effect"
import { Files } from "../../../app/files/Files.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import { ProjectId, parseOrFail } from "../../../domain/Ids.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { projectReader } from "../ProjectParts.ts"
import { pathTo } from "./ProjectActions.ts"

/** As many tasks and milestones as a page shows. */
export const sliceSize = 50

/** The page shows the newest of each; their own lists have all. */
const fewInvoices = { limit: 10, after: null } as const
const fewFiles = { limit: 20, after: null } as const

/** The number of a part, from 1; anything else is the first. */
const partOf = ({ request }: Pick<BrowserRequest, "request">, name: string): number => {
  const text = queryOf(request, name) ?? ""
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1
}

export const makeReadProject = Effect.gen(function* () {
  const projects = yield* Projects
  const invoicing = yield* Invoicing
  const files = yield* Files

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: BrowserRequest, idText: string) {
    const { workspace } = signedIn
    const id = yield* parseOrFail(ProjectId, idText, () => pageNotFound)
    const parts = { tasks: partOf(page, "tasks"), milestones: partOf(page, "milestones") }
    const sliceOf = (part: number) => ({ limit: sliceSize, offset: (part - 1) * sliceSize })
    const { sheet, ...read } = yield* Effect.all(
      {
        reader: projectReader(signedIn, page),
        sheet: projects.sheet(workspace, id, {
          tasks: sliceOf(parts.tasks),
          milestones: sliceOf(parts.milestones)
        }),
        invoices: invoicing.list(workspace, { projectId: id }, fewInvoices),
        files: files.list(workspace, { projectId: id }, fewFiles)
      },
      { concurrency: "unbounded" }
    )
    return { ...read, ...sheet, signedIn, page, parts, path: pathTo(id) }
  })
})
export type ShownProject = Effect.Success<ReturnType<Effect.Success<typeof makeReadProject>>>
