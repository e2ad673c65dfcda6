/**
 * NUL in any field of any form: walks every page that a person can open, and sends each form on it.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { origin, signedInOwner } from "../support/owners.ts"
import { unescapeHtml, type Visitor } from "../support/visitor.ts"

interface FoundForm {
  readonly action: string
  readonly isMultipart: boolean
  readonly fields: ReadonlyArray<readonly [string, string]>
}

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescapeHtml(found)
}

const formsOf = (body: string, path: string): ReadonlyArray<FoundForm> =>
  [...body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, opening = "", content = ""]) =>
    attribute(opening, "method") === "post"
      ? [
          {
            action: attribute(opening, "action") ?? path,
            isMultipart: attribute(opening, "enctype") !== undefined,
            fields: [...content.matchAll(/<(?:input|textarea|select|button)[^>]*>/g)].flatMap(
              ([tag]): ReadonlyArray<readonly [string, string]> => {
                const name = attribute(tag, "name")
                return name === undefined || attribute(tag, "type") === "file"
                  ? []
                  : [[name, attribute(tag, "value") ?? ""]]
              }
            )
          }
        ]
      : []
  )

const linksOf = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/\shref="(\/[^"#]*)/g)].map(([, href = ""]) => unescapeHtml(href))

/** Every page that links reach, with its forms. One entry of a list stands for all. */
const walk = async (visitor: Visitor, begin: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  const forms = new Map<string, FoundForm & { readonly path: string }>()
  const open = [...begin]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const kind = path.replace(/\?.*/, "").replaceAll(/[a-z]+_[0-9a-z]{26}/g, ":id")
    if (seen.has(kind) || /^\/(assets|docs|openapi)/.test(kind)) continue
    seen.add(kind)
    const page = await visitor.get(path)
    if (!(page.headers.get("content-type") ?? "").includes("html")) continue
    open.push(...linksOf(page.body))
    for (const form of formsOf(page.body, path)) {
      const action = form.action.replaceAll(/[a-z]+_[0-9a-z]{26}/g, ":id")
      if (!forms.has(action)) forms.set(action, { ...form, path })
    }
  }
  return [...forms.values()]
}

const send = (visitor: Visitor, form: FoundForm, fields: FoundForm["fields"]) => {
  const init = form.isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of fields) init.append(name, value)
  return visitor.once("POST", form.action, { body: init, headers: { origin } })
}

layer(layerRetainerMemory)("a character that no database takes", (it) => {
  it.effect("is refused in every field of every form", () =>
    Effect.gen(function* () {
      const { visitor, anyone, call } = yield* signedInOwner()
      yield* call("POST", "/v1/webhook_endpoints", { url: "https://x.example/" })
      yield* Effect.promise(async () => {
        const stranger = anyone()
        const found = [
          ...(await walk(visitor, ["/settings"])).map((form) => ({ form, by: visitor })),
          ...(await walk(stranger, ["/sign-in", "/portal", "/check"])).map((form) => ({
            form,
            by: stranger
          }))
        ]
        assert.isAtLeast(found.length, 15)
        for (const { form, by } of found) {
          for (const [index, [name]] of form.fields.entries()) {
            if (name === "csrf") continue
            for (const text of ["\0", "a\0b"]) {
              const fields = form.fields.map(([own, value], at) =>
                at === index ? ([own, text] as const) : ([own, value] as const)
              )
              const answer = await send(by, form, fields)
              assert.strictEqual(answer.status, 422, `${form.action} ${name}`)
            }
          }
        }
      })
    })
  )
})
