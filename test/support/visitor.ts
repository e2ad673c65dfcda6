/** A browser without rendering: follows links, stores cookies, fills in the forms of pages. */

export interface Page {
  readonly status: number
  readonly body: string
  readonly headers: Headers
  /** The path that answered. */
  readonly path: string
  /** Target of a redirect to another site. */
  readonly leftFor: string | undefined
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'"
}
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescapeHtml(found)
}

/** The hidden fields of the first form whose action matches. */
const hiddenFields = (body: string, action: string): ReadonlyArray<readonly [string, string]> => {
  for (const [, opening = "", content = ""] of body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    if (attribute(opening, "action") !== action) continue
    return [...content.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(
      ([tag]) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""] as const
    )
  }
  throw new Error(`no form with the action ${action} in ${body}`)
}

export type Fetch = (request: Request) => Promise<Response>

export const makeVisitor = (fetch: Fetch, origin: string) => {
  const cookies = new Map<string, string>()

  const once = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const request = new Request(new URL(path, origin), {
      ...init,
      method,
      headers,
      redirect: "manual"
    })
    const response = await fetch(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "" || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const follow = async (method: string, path: string, init: RequestInit = {}): Promise<Page> => {
    const response = await once(method, path, init)
    const location = response.headers.get("location")
    if (location !== null && response.status >= 300 && response.status < 400) {
      const target = new URL(location, new URL(path, origin))
      if (target.origin === new URL(origin).origin) {
        return await follow("GET", `${target.pathname}${target.search}`)
      }
    }
    return {
      status: response.status,
      body: await response.text(),
      headers: response.headers,
      path,
      leftFor: location ?? undefined
    }
  }

  const submit = (
    page: Page,
    action: string,
    values: Readonly<Record<string, string | ReadonlyArray<string>>> = {}
  ): Promise<Page> => {
    const body = new URLSearchParams()
    for (const [name, value] of hiddenFields(page.body, action)) body.append(name, value)
    for (const [name, value] of Object.entries(values)) {
      for (const one of typeof value === "string" ? [value] : value) body.append(name, one)
    }
    return follow("POST", action, {
      body: body.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin }
    })
  }

  return {
    cookies,
    once,
    get: (path: string) => follow("GET", path),
    submit,
    signIn: async (email: string, password: string) => {
      const page = await follow("GET", "/sign-in")
      return await submit(page, "/sign-in", { email, password })
    }
  }
}
export type Visitor = ReturnType<typeof makeVisitor>
