/**
 * Links that download a file without a credential. A link is computed, signed and valid for at most
 * five minutes; it is never stored in a table, event or log.
 */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { FileFound, FileView } from "../../domain/files/FileResource.ts"
import { FileId, WorkspaceId } from "../../domain/Ids.ts"
import { Cell } from "../Cell.ts"
import type { FileKey } from "../ports/files/FileRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { Signer } from "../ports/Signer.ts"
import { sealLink, unsealLink } from "../SealedLinks.ts"

const lifetimeSeconds = 300
/**
 * A link requested twice within so many seconds is the same, so that its file's ETag may be too.
 */
const sameForSeconds = 30

/** The path of download links below BASE_URL. */
export const downloadPath = "/files"

const purposeOf = (id: string): string => `file:${id}`

const secondsOf = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 1000)

/** The expiry of a new link, in seconds of the Unix epoch. */
const newestExpiry = (now: DateTime.Utc): number => {
  const begun = secondsOf(now)
  return begun - (begun % sameForSeconds) + lifetimeSeconds
}

export class FileLinks extends Context.Service<
  FileLinks,
  {
    /** The file as it is shown now, with a fresh link. */
    readonly shown: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<(file: FileFound) => FileView & { readonly downloadUrl: string }>
    /**
     * The file once with each link that is still valid: a recent reader has received one of these.
     */
    readonly shownLately: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<(file: FileFound) => ReadonlyArray<FileView>>
    /** Which file the link opens; null where it is no link of ours, or no longer good. */
    readonly opened: (id: string, token: string) => Effect.Effect<FileKey | null>
  }
>()("retainer/app/FileLinks") {
  static readonly layer = Layer.effect(
    FileLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const { baseUrl } = yield* PublicUrls
      const { label } = yield* Cell

      const shownUntil = (workspaceId: WorkspaceId, file: FileFound, expires: number) => {
        const token = sealLink(signer, label, purposeOf(file.id), `${workspaceId} ${expires}`)
        // The token is in the query, which is never logged.
        return { ...file, downloadUrl: `${baseUrl}${downloadPath}/${file.id}?token=${token}` }
      }

      return FileLinks.of({
        shown: (workspaceId) =>
          Effect.map(DateTime.now, (now) => {
            const expires = newestExpiry(now)
            return (file) => shownUntil(workspaceId, file, expires)
          }),

        shownLately: (workspaceId) =>
          Effect.map(DateTime.now, (now) => {
            const newest = newestExpiry(now)
            const expiries = Array.from(
              { length: Math.ceil((newest - secondsOf(now)) / sameForSeconds) },
              (_, index) => newest - index * sameForSeconds
            )
            return (file) => expiries.map((expires) => shownUntil(workspaceId, file, expires))
          }),

        opened: Effect.fnUntraced(function* (idText, token) {
          const [workspace = "", expires = ""] =
            unsealLink(signer, purposeOf(idText), token)?.split(" ") ?? []
          const workspaceId = Option.getOrNull(WorkspaceId.parse(workspace))
          const id = Option.getOrNull(FileId.parse(idText))
          const isGood = Number(expires) > secondsOf(yield* DateTime.now)
          return workspaceId !== null && id !== null && isGood ? { workspaceId, id } : null
        })
      })
    })
  )
}
