/** Query parameters of a page, and redirect targets that stay on this site. */
import type { HttpServerRequest } from "effect/http"

/** A query parameter; undefined if it is absent or repeated. */
export const queryOf = (
  request: HttpServerRequest.HttpServerRequest,
  name: string
): string | undefined => {
  const url = URL.parse(request.url, "http://retainer.invalid")
  const all = url?.searchParams.getAll(name) ?? []
  return all.length === 1 ? all[0] : undefined
}

/**
 * A redirect target of this site, else undefined. The check uses the URL as a browser reads it in
 * `Location`, with dots, backslashes and control characters resolved: `/.//host` becomes `//host`,
 * which is another site.
 */
export const ownPath = (text: string | undefined): string | undefined => {
  const here = "http://retainer.invalid"
  if (text === undefined || !text.startsWith("/")) return undefined
  const given = URL.parse(text, here)
  if (given === null) return undefined
  const path = `${given.pathname}${given.search}`
  const read = URL.parse(path, here)
  return given.origin === here && read?.href === `${here}${path}` ? path : undefined
}
