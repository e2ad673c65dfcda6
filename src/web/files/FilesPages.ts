/**
 * Files of projects, clients and invoices, each under its owner's address: list, upload, download,
 * removal (docs/spec.md §2.4). Members may too, as through an app that they approve.
 */
import { Effect, Option } from "effect"
import { HttpRouter } from "effect/http"
import { Files } from "../../app/files/Files.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { FileId } from "../../domain/Ids.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { type BrowserRequest, idOf } from "../BrowserRequests.ts"
import { makeOnce } from "../forms/OnceForms.ts"
import { seeOther } from "../Layout.ts"
import { timeFormatsOf } from "../PageFormats.ts"
import { makePages, pageNotFound } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { type FileOwner, makeOwnerKinds, type OwnerKind, ownerOf } from "./FileOwners.ts"
import type { RefusedFile } from "./FileParts.ts"
import { makeUpload } from "./FileUpload.ts"
import { allFilesPath, filesPage, removePage } from "./FileViews.ts"

/** The file of the path. */
const fileIdOf = ({ params }: Pick<BrowserRequest, "params">): string => params["file"] ?? ""

const makeShow = Effect.gen(function* () {
  const files = yield* Files

  return Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    owner: Parameters<typeof filesPage>[2]["owner"],
    targets: FileOwner["targets"],
    refused: RefusedFile | null = null
  ) {
    const { workspace } = signedIn
    const { locale } = textLocaleOf(workspace, page.language)
    const after = Option.getOrNull(FileId.parse(queryOf(page.request, "after") ?? ""))
    const read = yield* Effect.all(
      {
        files: files.list(workspace, targets, { limit: 50, after }),
        storage: files.use(workspace),
        times: timeFormatsOf(workspace, locale)
      },
      { concurrency: "unbounded" }
    )
    const shown = { ...read, owner, locale, maxBytes: files.maxBytes }
    return filesPage(signedIn, page, shown, refused)
  })
})

/** A file of this owner; one of another is unknown. */
const isOf = (
  file: Parameters<typeof ownerOf>[0],
  kind: Pick<OwnerKind, "path">,
  id: string
): boolean => ownerOf(file).path === `${kind.path}/${id}`

const makeOwnerPages = Effect.gen(function* () {
  const { settingsGet, signedInPost, filePost } = yield* makePages
  const files = yield* Files
  const show = yield* makeShow
  const upload = yield* makeUpload
  const once = yield* makeOnce

  return Effect.fnUntraced(function* (kind: OwnerKind) {
    const { place, find, after } = kind
    const path = `${kind.path}/:id/files` as const
    const pathOf = (page: BrowserRequest) => `${kind.path}/${idOf(page)}`
    const shownOwner = ({ name }: FileOwner, page: BrowserRequest) => ({
      ...{ name, place },
      path: pathOf(page)
    })
    const fileOf = Effect.fnUntraced(function* ({ workspace }: SignedIn, page: BrowserRequest) {
      const file = yield* Effect.mapError(files.get(workspace, fileIdOf(page)), () => pageNotFound)
      return isOf(file, kind, idOf(page)) ? file : yield* pageNotFound
    })

    yield* settingsGet(path, (signedIn, page) =>
      Effect.flatMap(find(signedIn.workspace, idOf(page)), (owner) =>
        show(signedIn, page, shownOwner(owner, page), owner.targets)
      )
    )

    yield* filePost(path, files.maxBytes, (signedIn, page, read) =>
      Effect.gen(function* () {
        const owner = yield* find(signedIn.workspace, idOf(page))
        const location = after(pathOf(page))
        return yield* Effect.catchTag(
          upload(signedIn, page, read, { owner, location }),
          "FileFormRefused",
          (refused) => show(signedIn, page, shownOwner(owner, page), owner.targets, refused)
        )
      })
    )

    // Links are good for minutes and a page may be open for longer, so it leads to a fresh one.
    yield* settingsGet(`${path}/:file`, (signedIn, page) =>
      Effect.map(fileOf(signedIn, page), ({ downloadUrl }) => seeOther(downloadUrl))
    )

    yield* settingsGet(`${path}/:file/remove`, (signedIn, page) =>
      Effect.gen(function* () {
        const file = yield* fileOf(signedIn, page)
        return removePage(signedIn, page, { ...ownerOf(file), place }, file)
      })
    )

    yield* signedInPost(`${path}/:file/remove`, (signedIn, page) => {
      const removed = Effect.gen(function* () {
        const { id } = yield* fileOf(signedIn, page)
        yield* Effect.mapError(files.remove(signedIn.workspace, null, id), () => pageNotFound)
        return `${pathOf(page)}/files?done=removed`
      })
      return once(signedIn, page, removed)
    })
  })
})

export const layerFilesPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const files = yield* Files
    const show = yield* makeShow
    const addPages = yield* makeOwnerPages

    yield* Effect.forEach(yield* makeOwnerKinds, addPages, { discard: true })

    yield* settingsGet(allFilesPath, (signedIn, page) => show(signedIn, page, null, {}))

    // The addresses that files had before they stood under their owners.
    yield* settingsGet("/settings/files", () => Effect.succeed(seeOther(allFilesPath)))
    yield* settingsGet("/settings/files/:id", ({ workspace }, page) =>
      Effect.mapBoth(files.get(workspace, idOf(page)), {
        onSuccess: (file) => seeOther(`${ownerOf(file).path}/files/${file.id}`),
        onFailure: () => pageNotFound
      })
    )
  })
)
