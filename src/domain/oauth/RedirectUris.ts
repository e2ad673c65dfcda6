/** Redirect URIs that an app registers: codes are sent to one of them and nowhere else. */
import { Result } from "effect"
import { Invalid, invalid } from "../Invalid.ts"

const maxRedirectUris = 10
const maxRedirectUriLength = 2000
const loopback = ["localhost", "127.0.0.1", "[::1]"]

/**
 * The problem of a redirect URI; undefined if it is valid. TLS except on the app's own machine (RFC
 * 8252 §7.3), no fragment (RFC 6749 §3.1.2), private schemes only in reverse-domain form (RFC 8252
 * §7.1).
 */
export const redirectUriProblem = (text: string): string | undefined => {
  if (text.length > maxRedirectUriLength) return "must be at most 2000 characters"
  const url = URL.parse(text)
  if (url === null || !/^[\x21-\x7e]+$/.test(text)) return "must be an absolute URI"
  if (text.includes("#")) return "must not have a fragment"
  if (url.username !== "" || url.password !== "") return "must not carry a user or password"
  if (url.protocol === "https:" || url.protocol === "http:") {
    const isPlainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/.test(url.hostname)
    if (!isPlainHost) return "must have a plain host name"
    return url.protocol === "https:" || loopback.includes(url.hostname)
      ? undefined
      : "must be https, or http on localhost, 127.0.0.1 or [::1]"
  }
  return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? undefined
    : "must be https, or a private scheme such as com.example.app:/callback"
}

/** Without duplicates; the failure names every invalid address. */
export const registeredUris = (
  uris: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, Invalid> => {
  const unique = [...new Set(uris)]
  // The count is checked first: a form can have thousands.
  if (unique.length === 0) return Result.fail(invalid("redirect_uris", "must have an address"))
  if (unique.length > maxRedirectUris) {
    return Result.fail(invalid("redirect_uris", `must be at most ${maxRedirectUris}`))
  }
  const issues = unique.flatMap((uri, index) => {
    const message = redirectUriProblem(uri)
    return message === undefined ? [] : [{ path: `redirect_uris[${index}]`, message }]
  })
  const [first, ...rest] = issues
  return first === undefined
    ? Result.succeed(unique)
    : Result.fail(new Invalid({ problems: [first, ...rest] }))
}
