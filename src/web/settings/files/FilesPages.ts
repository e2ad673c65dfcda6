/**
 * Files of the workspace: list, upload, download, delete (docs/spec.md §2.4). Members may too, as
 * through an app that they approve. An upload streams to storage after the token and the target
 * are checked.
 */
import { Data, Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { UploadedFile, UploadRefused } from "../../../api/endpoint/UploadForm.ts"
import { Clients } from "../../../app/clients/Clients.ts"
import { Files } from "../../../app/files/Files.ts"
import { LinkReplacements } from "../../../app/payments/links/LinkReplacements.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import type { FileTargets } from "../../../domain/files/File.ts"
import { FileId } from "../../../domain/Ids.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { type Form, formOfFields } from "../../forms/FormReader.ts"
import type { Problem, Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import type { ReadFileForm } from "../../SessionRoutes.ts"
import { sections } from "../SettingsLayout.ts"
import { filesPage, type Refused, removePage } from "./FilesViews.ts"

const { path } = sections.files

class FormRefused extends Data.TaggedError("FormRefused")<Refused> {}

const refuse = (form: Form, ...wrong: Problems) => Effect.fail(new FormRefused({ form, wrong }))

/** A form that was given up before its fields were known, or after its file. */
const notWhole = ({ field, message }: UploadRefused) =>
  refuse(
    formOfFields(new Map(), true),
    field === "file" ? { field, message: `File ${message}` } : `${field} ${message}`
  )

const fileMissing: Problem = { field: "file", message: "Choose a file" }

/** The target of the file: exactly one object of the workspace. */
const targetsIn = Effect.gen(function* () {
  const projects = yield* Projects
  const clients = yield* Clients
  const { find: findInvoice } = yield* LinkReplacements

  const named = Effect.fnUntraced(function* (workspace: Workspace, text: string) {
    const targets: FileTargets = text.startsWith("proj_")
      ? { projectId: (yield* projects.get(workspace, text)).id }
      : text.startsWith("client_")
        ? { clientId: yield* clients.require(workspace, text) }
        : { invoiceId: (yield* findInvoice(workspace, text)).id }
    return targets
  })

  return (workspace: Workspace, form: Form): Effect.Effect<FileTargets, Problem> => {
    const [chosen, other] = [form.text("target"), form.text("other")]
    const wrong = (message: string): Effect.Effect<never, Problem> =>
      Effect.fail({ field: other === "" ? "target" : "other", message })
    if (chosen === "" && other === "") return wrong("Choose what the file belongs to")
    if (chosen !== "" && other !== "") return wrong("Choose one above or name another, not both")
    return Effect.catch(named(workspace, chosen + other), () =>
      wrong(`There is no ${other === "" ? "such project or client" : other}`)
    )
  }
})

const makeFilesPage = Effect.gen(function* () {
  const files = yield* Files
  const projects = yield* Projects
  const clients = yield* Clients

  return Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    refused: Refused | null = null
  ) {
    const { workspace } = signedIn
    const after = FileId.parse(queryOf(page.request, "after") ?? "")
    const newest = { limit: 50, after: null }
    const shown = {
      files: yield* files.list(
        workspace,
        {},
        { limit: 50, after: after._tag === "Some" ? after.value : null }
      ),
      targets: {
        projects: (yield* projects.list(workspace, {}, newest)).items,
        clients: (yield* clients.list(workspace, newest)).items
      },
      maxBytes: files.maxBytes,
      storage: yield* files.use(workspace)
    }
    return filesPage(signedIn, page, shown, refused)
  })
})

const uploadFile =
  (
    files: Files["Service"],
    targetOf: Effect.Success<typeof targetsIn>,
    show: Effect.Success<typeof makeFilesPage>
  ) =>
  (signedIn: SignedIn, page: BrowserRequest, read: ReadFileForm) => {
    const { workspace } = signedIn
    const added = files.receiving(workspace, (receive) =>
      Effect.gen(function* () {
        const take = Effect.fnUntraced(function* (file: UploadedFile, form: Form) {
          const targets = yield* Effect.catch(targetOf(workspace, form), (problem) =>
            file.name === "" ? refuse(form, problem, fileMissing) : refuse(form, problem)
          )
          // A browser sends a nameless part where none was chosen.
          if (file.name === "") return yield* refuse(form, fileMissing)
          const fileRefused = (message: string) =>
            refuse(form, { field: "file", message: `File ${message}` })
          const received = yield* receive(file).pipe(
            Effect.catchTags({
              Invalid: ({ problems: [{ message }] }) => fileRefused(message),
              UploadRefused: ({ message }) => fileRefused(message)
            })
          )
          return { received, targets }
        })
        const { form, file } = yield* Effect.catchTag(read(take), "UploadRefused", notWhole)
        if (file === null) return yield* refuse(form, fileMissing)
        yield* files.add(workspace, null, file.received, file.targets).pipe(
          Effect.catchTags({
            Invalid: ({ problems: [{ path: field, message }] }) =>
              refuse(form, field === "file" ? { field, message: `File ${message}` } : message),
            FileScopeMissing: ({ message }) => refuse(form, message)
          })
        )
        return seeOther(`${path}?done=uploaded`)
      })
    )
    return Effect.catchTag(added, "FormRefused", (refused) => show(signedIn, page, refused))
  }

export const layerFilesPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost, filePost } = yield* makePages
    const files = yield* Files
    const targetOf = yield* targetsIn
    const show = yield* makeFilesPage
    const requireFile = ({ workspace }: SignedIn, page: BrowserRequest) =>
      Effect.mapError(files.get(workspace, idOf(page)), () => pageNotFound)

    yield* settingsGet(path, (signedIn, page) => show(signedIn, page))

    yield* filePost(path, files.maxBytes, uploadFile(files, targetOf, show))

    // Links are good for minutes and a page may be open for longer, so it leads to a fresh one.
    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.map(requireFile(signedIn, page), ({ downloadUrl }) => seeOther(downloadUrl))
    )

    yield* settingsGet(`${path}/:id/remove`, (signedIn, page) =>
      Effect.map(requireFile(signedIn, page), (file) => removePage(signedIn, page, file))
    )

    yield* signedInPost(`${path}/:id/remove`, (signedIn, page) =>
      files.remove(signedIn.workspace, null, idOf(page)).pipe(
        Effect.as(seeOther(`${path}?done=removed`)),
        Effect.mapError(() => pageNotFound)
      )
    )
  })
)
