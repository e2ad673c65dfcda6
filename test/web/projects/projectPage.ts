/** Fixtures of the tests of projects: an owner with a client, and presses of buttons and forms. */
import { Effect } from "effect"
import { limitsComeBack, origin, signedInOwner } from "../../support/owners.ts"
import { type Page, unescapeHtml, type Visitor } from "../../support/visitor.ts"

/** The text of the content, without icons and markup. */
export const textOf = (body: string): string =>
  unescapeHtml(
    (/<main.*<\/main>/s.exec(body)?.[0] ?? "")
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, " ")
      .replace(/\s+/g, " ")
  )

/** The form's own action, or that of the button with this accessible name. */
export const press = (visitor: Visitor, page: Page, name: string): Promise<Page> => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  for (const [, opening = "", content = ""] of page.body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const tag = new RegExp(
      `<button[^>]*aria-label="${escaped}"[^>]*>|<button[^>]*>(?=${escaped}</button>)`
    ).exec(content)?.[0]
    if (tag === undefined) continue
    const attribute = (of: string, key: string) =>
      unescapeHtml(new RegExp(`\\s${key}="([^"]*)"`).exec(of)?.[1] ?? "")
    const action = attribute(tag, "formaction") || attribute(opening, "action")
    const body = new URLSearchParams()
    for (const [input] of content.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
      body.append(attribute(input, "name"), attribute(input, "value"))
    }
    if (attribute(tag, "name") !== "") {
      body.append(attribute(tag, "name"), attribute(tag, "value"))
    }
    return post(visitor, action, body)
  }
  throw new Error(`no button ${name} in ${page.body}`)
}

/** Follows where the answer leads. */
export const post = async (
  visitor: Visitor,
  action: string,
  body: URLSearchParams
): Promise<Page> => {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin }
  const answer = await visitor.once("POST", action, { body: body.toString(), headers })
  const location = answer.headers.get("location")
  if (location !== null) return await visitor.get(location)
  return {
    status: answer.status,
    body: await answer.text(),
    headers: answer.headers,
    path: action,
    leftFor: undefined
  }
}

export const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const client = (fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/clients", { name: "Ada", email: "a@x.example", ...fields }),
      ({ body }) => String(body.id)
    )
  const project = (client_id: string, fields: object = {}) =>
    Effect.map(call("POST", "/v1/projects", { name: "Site", client_id, ...fields }), ({ body }) =>
      String(body.id)
    )
  const get = (path: string) => Effect.promise(() => visitor.get(path))
  const read = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  return { ...owner, client, project, get, read }
})
