/** Takes a file for a client; its bytes stream to storage after token and client are checked. */
import { Data, Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { UploadedFile, UploadRefused } from "../../../api/endpoint/UploadForm.ts"
import { Files } from "../../../app/files/Files.ts"
import { idOf } from "../../BrowserRequests.ts"
import { type Form, formOfFields } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { clientsPath } from "../list/ClientListQuery.ts"
import { filesOf, type RefusedFile } from "./ClientFiles.ts"
import { clientPath } from "./ClientHead.ts"
import { clientPage } from "./ClientPage.ts"
import { makeClientReading } from "./ClientReading.ts"

class FileRefused extends Data.TaggedError("FileRefused")<RefusedFile> {}

const refuse = (form: Form, message: string, field = "file"): Effect.Effect<never, FileRefused> => {
  const wrong: Problems = [{ field, message }]
  return Effect.fail(new FileRefused({ form, wrong }))
}

/** A form that was given up before its fields were known, or after its file. */
const notWhole = ({ message }: UploadRefused) => refuse(formOfFields(new Map(), true), message)

export const layerClientFilePages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { filePost } = yield* makePages
    const files = yield* Files
    const read = yield* makeClientReading
    const once = yield* makeOnce

    yield* filePost(`${clientsPath}/:id/files`, files.maxBytes, (signedIn, page, readForm) =>
      Effect.gen(function* () {
        const { workspace } = signedIn
        const shown = yield* Effect.mapError(read(signedIn, page, idOf(page)), () => pageNotFound)
        const { choose } = shown.reader.words.files
        const added = files.receiving(workspace, (receive) =>
          Effect.gen(function* () {
            const take = Effect.fnUntraced(function* (file: UploadedFile, form: Form) {
              // A browser sends a nameless part where none was chosen.
              if (file.name === "") return yield* refuse(form, choose)
              return yield* receive(file).pipe(
                Effect.catchTags({
                  Invalid: ({ problems: [{ message }] }) => refuse(form, message),
                  UploadRefused: ({ message }) => refuse(form, message)
                })
              )
            })
            const { form, file } = yield* Effect.catchTag(readForm(take), "UploadRefused", notWhole)
            if (file === null) return yield* refuse(form, choose)
            const stored = files.add(workspace, null, file, { clientId: shown.client.id }).pipe(
              Effect.as(clientPath(shown, { show: "files", done: "added" })),
              Effect.catchTags({
                Invalid: ({ problems: [{ message }] }) => refuse(form, message),
                FileScopeMissing: ({ message }) => refuse(form, message)
              })
            )
            return yield* once(signedIn, { ...page, form }, stored)
          })
        )
        return yield* Effect.catchTag(added, "FileRefused", (refused) =>
          Effect.succeed(clientPage(shown, { status: 422, content: filesOf(shown, refused) }))
        )
      })
    )
  })
)
