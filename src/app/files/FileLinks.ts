/**
 * Links that download a file without a credential. A link is computed, signed and good for five minutes at
 * most; it stands in no table, event or log.
 */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { FileFound, FileView } from "../../domain/files/FileResource.ts"
import { FileId, WorkspaceId } from "../../domain/Ids.ts"
import type { FileKey } from "../ports/files/FileRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { Signer } from "../ports/Signer.ts"

const lifetimeSeconds = 300
/** A link asked for again within so many seconds is the same, so that its file's ETag may be too. */
const sameForSeconds = 30

/** Where links lead, below BASE_URL. */
export const downloadPath = "/files"

const purposeOf = (id: string): string => `file:${id}`

const secondsOf = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 1000)

export class FileLinks extends Context.Service<
  FileLinks,
  {
    /** The file as it is shown now, with a fresh link. */
    readonly shown: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<(file: FileFound) => FileView & { readonly downloadUrl: string }>
    /** Which file the link opens; null where it is no link of ours, or no longer good. */
    readonly opened: (id: string, token: string) => Effect.Effect<FileKey | null>
  }
>()("retainer/app/FileLinks") {
  static readonly layer = Layer.effect(
    FileLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const { baseUrl } = yield* PublicUrls
      return FileLinks.of({
        shown: (workspaceId) =>
          Effect.map(DateTime.now, (now) => {
            const begun = secondsOf(now)
            const expires = begun - (begun % sameForSeconds) + lifetimeSeconds
            return (file) => {
              const token = signer.seal(purposeOf(file.id), `${workspaceId} ${expires}`)
              // In the query, which no log has.
              return { ...file, downloadUrl: `${baseUrl}${downloadPath}/${file.id}?token=${token}` }
            }
          }),

        opened: Effect.fnUntraced(function* (idText, token) {
          const [workspace = "", expires = ""] =
            signer.unseal(purposeOf(idText), token)?.split(" ") ?? []
          const workspaceId = Option.getOrNull(WorkspaceId.parse(workspace))
          const id = Option.getOrNull(FileId.parse(idText))
          const isGood = Number(expires) > secondsOf(yield* DateTime.now)
          return workspaceId !== null && id !== null && isGood ? { workspaceId, id } : null
        })
      })
    })
  )
}
