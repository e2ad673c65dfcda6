/**
 * Streams a multipart form with a file: bytes are passed on chunk by chunk with backpressure and
 * never buffered, and parts and fields are counted.
 */
import { Data, Effect, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"

class UploadMalformed extends Data.TaggedError("UploadMalformed")<{
  readonly message: string
}> {}

class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly field: string
  readonly message: string
  readonly rule?: "tooLarge"
}> {}

export type Unreadable = UploadMalformed | UploadRefused

export interface UploadedFile {
  /** The sender's file name; empty if no file was chosen. */
  readonly name: string
  readonly declared: string
  readonly bytes: Stream.Stream<Uint8Array, Unreadable>
}

const maxParts = 10
const maxFieldBytes = 4096
/** Bytes beside the file: boundaries, headers of parts, and fields. */
const maxBesides = 65_536
// RFC 2046 §5.1.1 allows 70 characters; a longer boundary makes the search slow.
const formType = /^multipart\/form-data\s*;.*\bboundary=(?:"[^"]{1,70}"|[^\s";]{1,70})\s*(?:;|$)/i

const tooLarge = (maxBytes: number) =>
  new UploadRefused({
    field: "file",
    message: `must be at most ${maxBytes / 1_048_576} MiB`,
    rule: "tooLarge"
  })

const readable =
  (maxBytes: number) =>
  ({ reason }: Multipart.MultipartError): Unreadable => {
    switch (reason._tag) {
      case "BodyTooLarge":
      case "FileTooLarge":
        return tooLarge(maxBytes)
      case "TooManyParts":
        return new UploadMalformed({ message: `A form has at most ${maxParts} parts` })
      case "FieldTooLarge":
        return new UploadMalformed({ message: `A field has at most ${maxFieldBytes} bytes` })
      default:
        return new UploadMalformed({ message: "The body is no whole multipart form" })
    }
  }

interface UploadTaker<A, E, R> {
  readonly maxBytes: number
  /** Takes the file in; `fields` are those that came before it. */
  readonly onFile: (
    file: UploadedFile,
    fields: ReadonlyMap<string, string>
  ) => Effect.Effect<A, E, R>
}

/** The result of `onFile` after the whole form has arrived; null if the form has no file. */
export const readUpload = <A, E, R>(
  request: HttpServerRequest.HttpServerRequest,
  { maxBytes, onFile }: UploadTaker<A, E, R>
): Effect.Effect<
  { readonly file: A | null; readonly fields: ReadonlyMap<string, string> },
  E | Unreadable,
  R
> =>
  Effect.gen(function* () {
    const { headers } = request
    const type = headers["content-type"] ?? ""
    if (type.length > 200 || !formType.test(type)) {
      return yield* new UploadMalformed({ message: "The Content-Type must be multipart/form-data" })
    }
    const isTooLarge = Number(headers["content-length"] ?? 0) > maxBytes + maxBesides
    const fields = new Map<string, string>()
    let file: A | null = null
    const take = Effect.fnUntraced(function* (part: Multipart.Part) {
      if (fields.has(part.key) || (part.key === "file" && file !== null)) {
        return yield* new UploadRefused({ field: part.key, message: "must be given only once" })
      }
      if (Multipart.isField(part)) {
        fields.set(part.key, part.value)
        return
      }
      const { key, name, contentType: declared } = part
      if (key !== "file") {
        return yield* new UploadRefused({ field: key, message: "must not be a file" })
      }
      // Refused before its first byte is taken, and not before its form is known.
      const bytes = isTooLarge
        ? Stream.fail(tooLarge(maxBytes))
        : Stream.mapError(part.content, readable(maxBytes))
      file = yield* onFile({ name, declared, bytes }, fields)
    })
    const parts = Stream.pipeThroughChannel(
      Stream.orDie(request.stream),
      Multipart.makeChannel<never>({ ...headers })
    )
    yield* parts.pipe(
      Stream.mapError(readable(maxBytes)),
      Stream.runForEach(take),
      Effect.provideContext(
        Multipart.limitsServices({
          maxParts,
          maxFieldSize: maxFieldBytes,
          maxTotalSize: maxBytes + maxBesides,
          // A part with a file name is a file, also where it says that it is JSON.
          fieldMimeTypes: []
        })
      )
    )
    return { file, fields }
  })
