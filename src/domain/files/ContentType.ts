/**
 * Detection of a file's content type. The bytes decide; what a sender declares counts only where
 * the bytes cannot contradict it. A type that a browser would run becomes text or plain bytes.
 */

const text = "text/plain"
const bytes = "application/octet-stream"

/** A few formats share their first bytes; the declared type decides between those. */
const refinements: Readonly<Record<string, RegExp>> = {
  "application/zip": /^application\/(?:vnd\.[\w.+-]+|epub\+zip|java-archive|x-[\w.+-]+)$/,
  "application/x-cfb": /^application\/(?:msword|vnd\.ms-[\w.+-]+|vnd\.visio)$/,
  "application/gzip": /^application\/x-(?:gtar|tgz|compressed-tar)$/,
  "audio/mp4": /^audio\/[\w.+-]+$/,
  "video/mp4": /^(?:video|audio)\/[\w.+-]+$/
}

/** Texts that no browser runs. */
const plainTexts = [
  text,
  "text/csv",
  "text/tab-separated-values",
  "text/markdown",
  "text/calendar",
  "text/vcard",
  "application/json",
  "application/x-ndjson",
  "application/yaml",
  "application/rtf"
]

/**
 * Pages, scripts and what is built of them: with such a type another page could load them as code.
 */
const runs = /html|[/+]xml|svg|script|wasm|flash|css|^multipart\/|^message\//

const typePattern = /^[a-z0-9][\w.+-]{0,63}\/[a-z0-9][\w.+-]{0,99}$/

const declaredOf = (declared: string): string => {
  const [type = ""] = declared.toLowerCase().split(";", 1)
  return typePattern.test(type.trim()) ? type.trim() : bytes
}

/** Whether these are the first bytes of a text: UTF-8 without controls. */
const isText = (head: Uint8Array): boolean => {
  for (const byte of head) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)
      return false
  }
  try {
    // The last character may be cut off.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

interface Evidence {
  /** The sender's type; empty where it sent none. */
  readonly declared: string
  /** The type that the first bytes show; null where no known type matches. */
  readonly detected: string | null
  /** Whether bytes of the declared type would have been a sign of it. */
  readonly wouldShow: (type: string) => boolean
  readonly head: Uint8Array
}

export const contentTypeOf = ({ declared, detected, wouldShow, head }: Evidence): string => {
  const said = declaredOf(declared)
  if (detected !== null) {
    const type = refinements[detected]?.test(said) === true ? said : detected
    if (!runs.test(type)) return type
    return isText(head) ? text : bytes
  }
  if (isText(head)) return plainTexts.includes(said) ? said : text
  const isPossible = !said.startsWith("text/") && !plainTexts.includes(said)
  return isPossible && !runs.test(said) && !wouldShow(said) ? said : bytes
}
