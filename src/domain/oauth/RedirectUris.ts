/** Redirect URIs that an app registers: codes are sent to one of them and nowhere else. */
import { Data, Result } from "effect"

const maxRedirectUris = 10
const maxRedirectUriLength = 2000
const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** The rules that a redirect URI may break, in English. */
export const redirectUriFaults = {
  tooLong: "must be at most 2000 characters",
  notAbsolute: "must be an absolute URI",
  fragment: "must not have a fragment",
  credentials: "must not carry a user or password",
  host: "must have a plain host name",
  insecure: "must be https, or http on localhost, 127.0.0.1 or [::1]",
  scheme: "must be https, or a private scheme such as com.example.app:/callback"
} as const
export type RedirectUriFault = keyof typeof redirectUriFaults

/**
 * The fault of a redirect URI; undefined if it is valid. TLS except on the app's own machine (RFC
 * 8252 §7.3), no fragment (RFC 6749 §3.1.2), private schemes only in reverse-domain form (RFC 8252
 * §7.1).
 */
export const redirectUriFault = (text: string): RedirectUriFault | undefined => {
  if (text.length > maxRedirectUriLength) return "tooLong"
  const url = URL.parse(text)
  if (url === null || !/^[\x21-\x7e]+$/.test(text)) return "notAbsolute"
  if (text.includes("#")) return "fragment"
  if (url.username !== "" || url.password !== "") return "credentials"
  if (url.protocol === "https:" || url.protocol === "http:") {
    const isPlainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/.test(url.hostname)
    if (!isPlainHost) return "host"
    return url.protocol === "https:" || loopback.includes(url.hostname) ? undefined : "insecure"
  }
  return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol) ? undefined : "scheme"
}

/** Every address that breaks a rule, by its place; or their count. */
export class RedirectUrisRefused extends Data.TaggedError("RedirectUrisRefused")<{
  readonly problem:
    | "none"
    | "tooMany"
    | ReadonlyArray<{ readonly index: number; readonly fault: RedirectUriFault }>
}> {
  override get message() {
    const { problem } = this
    if (problem === "none") return "must have an address"
    if (problem === "tooMany") return `must be at most ${maxRedirectUris}`
    return problem.map(({ fault }) => redirectUriFaults[fault]).join("; ")
  }
}

const refuse = (problem: RedirectUrisRefused["problem"]) =>
  Result.fail(new RedirectUrisRefused({ problem }))

/** Without duplicates; the failure names every invalid address. */
export const registeredUris = (
  uris: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, RedirectUrisRefused> => {
  const unique = [...new Set(uris)]
  // The count is checked first: a form can have thousands.
  if (unique.length === 0) return refuse("none")
  if (unique.length > maxRedirectUris) return refuse("tooMany")
  const faults = unique.flatMap((uri, index) => {
    const fault = redirectUriFault(uri)
    return fault === undefined ? [] : [{ index, fault }]
  })
  return faults.length === 0 ? Result.succeed(unique) : refuse(faults)
}
