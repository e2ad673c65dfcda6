/**
 * Reads what a form sent. Bytes and fields are counted before anything is parsed, and parsing takes
 * time in proportion to them: a larger form is refused with a page that says so.
 */
import { Data, Effect } from "effect"
import { type HttpServerRequest, MultipartParser } from "effect/http"
import { readBounded } from "../../api/endpoint/Bodies.ts"
import type { Language } from "../../domain/text/Language.ts"
import { isStorable } from "../../domain/text/Text.ts"
import { maxLogoBytes } from "../../domain/workspaces/Picture.ts"
import { type Words, wordsIn } from "../../words/Words.ts"

interface RefusalTexts {
  readonly title: string
  readonly message: string
  readonly way?: { readonly href: string; readonly label: string }
}

/** A page that cannot be shown or a form that is refused: answered with a page that says so. */
export class PageRefused extends Data.TaggedError("PageRefused")<{
  readonly status: number
  readonly title: string
  readonly message: string
  readonly retryAfterSeconds?: number
  /** The language of title and message; English by default. */
  readonly language?: Language
  /** Title and message in the reader's language, where they are translated. */
  readonly inWords?: (words: Words) => RefusalTexts
  /** The link on the page; without it the visitor's own start page. */
  readonly way?: { readonly href: string; readonly label: string }
}> {}

/** A refusal that has words in every language. */
export const refusedInWords = (
  status: number,
  inWords: (words: Words) => RefusalTexts,
  options: { readonly retryAfterSeconds?: number } = {}
): PageRefused => new PageRefused({ status, ...inWords(wordsIn("en")), inWords, ...options })

export interface Form {
  /** Empty where the field is absent. */
  readonly text: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
  /** Every field but files, in the order of the form. */
  readonly entries: ReadonlyArray<readonly [string, string]>
  /** Null where no file was chosen. */
  readonly file: (name: string) => Uint8Array | null
  readonly hasFiles: boolean
}

/**
 * `upload` is a form with room for a logo, `document` one with room for a PDF, `invoice` the form
 * of an invoice.
 */
export type FormKind = "fields" | "upload" | "document" | "invoice"

/** An invoice has 200 lines of seven fields, and some fifty other fields. */
const maxFieldsOf = (kind: FormKind): number => (kind === "invoice" ? 1450 : 100)
const maxTextBytes = 65_536
const maxFormBytes: Readonly<Record<FormKind, number>> = {
  fields: maxTextBytes,
  // Holds a picture of an earlier submission (`Forms.chosenLogo`) and a new one, which may be over
  // its own limit: its field says so.
  upload: maxTextBytes + 3 * maxLogoBytes,
  // An invoice of 200 long lines is a tenth of it.
  document: maxTextBytes + 5 * 1_048_576,
  invoice: 524_288
}

export const malformed = refusedInWords(400, ({ visit }) => visit.malformed)

const unstorable = refusedInWords(422, ({ visit }) => visit.unstorable)

const tooLong = (kind: FormKind) =>
  refusedInWords(413, ({ visit: { tooLong: words } }) => ({
    title: words.title,
    message: words.message(String(maxFormBytes[kind] / 1024))
  }))

const tooManyFields = (kind: FormKind) =>
  refusedInWords(413, ({ visit: { tooManyFields: words } }) => ({
    title: words.title,
    message: words.message(String(maxFieldsOf(kind)))
  }))

/** Limit of one field: a chosen picture travels in base64. */
const maxFieldBytes = (kind: FormKind): number =>
  kind === "upload" ? Math.ceil(maxLogoBytes / 3) * 4 : maxTextBytes

/** Texts and files in the order of the form. */
interface Parts {
  readonly texts: ReadonlyArray<readonly [string, string]>
  readonly files: ReadonlyArray<readonly [string, Uint8Array]>
}

const ampersand = 0x26

const urlEncoded = (bytes: Uint8Array, kind: FormKind): Parts | PageRefused => {
  let fields = 1
  for (const byte of bytes) {
    if (byte === ampersand && ++fields > maxFieldsOf(kind)) return tooManyFields(kind)
  }
  return { texts: [...new URLSearchParams(Buffer.from(bytes).toString())], files: [] }
}

const multipart = (contentType: string, bytes: Uint8Array, kind: FormKind): Parts | PageRefused => {
  const texts: Array<readonly [string, string]> = []
  const files: Array<readonly [string, Uint8Array]> = []
  let problem: PageRefused | undefined
  const parser = MultipartParser.make({
    headers: { "content-type": contentType },
    maxParts: maxFieldsOf(kind),
    maxFieldSize: maxFieldBytes(kind),
    onField: (part, value) => texts.push([part.name, MultipartParser.decodeField(part, value)]),
    onFile: (part) => {
      const chunks: Uint8Array[] = []
      return (chunk) => {
        if (chunk === null) files.push([part.name, new Uint8Array(Buffer.concat(chunks))])
        else chunks.push(chunk)
      }
    },
    onError: (error) => {
      if (error._tag !== "ReachedLimit") problem ??= malformed
      else problem ??= error.limit === "MaxParts" ? tooManyFields(kind) : tooLong("fields")
    },
    onDone: () => {}
  })
  parser.write(bytes)
  parser.end()
  return problem ?? { texts, files }
}

const formOf = ({ texts, files }: Parts): Form => {
  const byName = new Map<string, string[]>()
  // Browsers end lines with CR LF.
  const entries = texts.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")] as const)
  for (const [name, text] of entries) {
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [text])
    else known.push(text)
  }
  const chosen = new Map(files.filter(([, bytes]) => bytes.length > 0))
  return {
    text: (name) => byName.get(name)?.[0]?.trim() ?? "",
    all: (name) => byName.get(name) ?? [],
    file: (name) => chosen.get(name) ?? null,
    entries,
    hasFiles: chosen.size > 0
  }
}

/** A form whose file is streamed and not part of it. */
export const formOfFields = (fields: ReadonlyMap<string, string>, hasFiles: boolean): Form => ({
  ...formOf({ texts: [...fields], files: [] }),
  hasFiles
})

/** Checked here for all forms, because some use texts in a query before they validate them. */
export const requireStorable = ({ entries }: Form): Effect.Effect<void, PageRefused> =>
  entries.every(([name, value]) => isStorable(name) && isStorable(value))
    ? Effect.void
    : Effect.fail(unstorable)

// RFC 2046 §5.1.1 allows 70 characters; a longer one would only make the search for it slow.
const maxTypeLength = 200

const readerOf = (
  type: string,
  kind: FormKind
): ((bytes: Uint8Array) => Parts | PageRefused) | undefined => {
  if (type.length > maxTypeLength) return undefined
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return (bytes) => urlEncoded(bytes, kind)
  }
  return /^multipart\/form-data\b/i.test(type) ? (bytes) => multipart(type, bytes, kind) : undefined
}

export const readForm = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  kind: FormKind
): Effect.fn.Return<Form, PageRefused> {
  const parts = readerOf(request.headers["content-type"] ?? "", kind)
  if (parts === undefined) return yield* malformed
  const bytes = yield* Effect.mapError(readBounded(request, maxFormBytes[kind]), () =>
    tooLong(kind)
  )
  const read = parts(bytes)
  return read instanceof PageRefused ? yield* read : formOf(read)
})
