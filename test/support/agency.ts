/**
 * An agency of its own for a suite: a real process with its first workspace, a real Chromium, the
 * mails that were sent, and an OAuth app's side that only remembers how it was called.
 */
import { readdir, readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert } from "@effect/vitest"
import type { BrowserContextOptions, Page } from "playwright-core"
import PostalMime from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { countedPresses, launchBrowser, watchedPage } from "./browser.ts"
import { migratedDirectory } from "./migrated.ts"
import { type Environment, eventually, firstKey, startServer } from "./process.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
export type Json = any

interface Mail {
  readonly text: string
  readonly html: string
}

export const invitationIn = ({ text }: Mail): string =>
  /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? ""

export const settingsPaths = [
  "api-keys",
  "apps",
  "connected-apps",
  "webhooks",
  "workspace",
  "branding",
  "invoicing",
  "mails",
  "leave",
  "users",
  "audit",
  "access"
].map((name) => `/settings/${name}`)

/** The app is on this machine, so it uses PKCE (the pair of RFC 7636, appendix B). */
export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
export const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256"
}

const startApp = async () => {
  const calls: URL[] = []
  const app = createServer((request, response) => {
    calls.push(new URL(request.url ?? "/", "http://127.0.0.1"))
    response.end("back at the app")
  })
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve))
  const { port } = app.address() as AddressInfo
  return { app, calls, url: `http://127.0.0.1:${port}` }
}

const start = async (environment: Environment) => {
  const directory = await migratedDirectory()
  const server = await startServer({
    DATA_DIR: directory.path,
    RATE_LIMIT: "off",
    ...environment
  })
  const password = /password +(\S+)/.exec(server.stdout())?.[1] ?? ""
  const [browser, app] = await Promise.all([launchBrowser(), startApp()])
  const stop = async () => {
    await browser.close()
    app.app.close()
    server.signal("SIGKILL")
    await server.ended
    await directory.remove()
  }
  return { directory, server, key: firstKey(server), password, browser, app, stop }
}

/** Starts before the suite's tests and stops after them; what it gives is there within tests. */
export const useAgency = (environment: Environment = {}) => {
  let started: Awaited<ReturnType<typeof start>> | undefined
  const running = () => {
    if (started === undefined) throw new Error("the agency has not started")
    return started
  }
  beforeAll(async () => {
    started = await start(environment)
  })
  afterAll(() => started?.stop())

  const signIn = async (page: Page): Promise<void> => {
    const { password, server } = running()
    await page.goto(`${server.url}/sign-in`)
    await page.getByLabel("E-mail").fill("owner@demo-agency.example")
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL("**/home")
  }

  /** Mails that a test took already. */
  const taken = new Set<string>()

  return {
    get url() {
      return running().server.url
    },
    get key() {
      return running().key
    },
    get password() {
      return running().password
    },
    get browser() {
      return running().browser
    },
    get appUrl() {
      return running().app.url
    },
    /** Calls of the app, oldest first. */
    get calls() {
      return running().app.calls
    },

    api: async (method: string, path: string, body?: object): Promise<Json> => {
      const { key, server } = running()
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      assert.isBelow(response.status, 300, text)
      return text === "" ? null : JSON.parse(text)
    },

    /** A mail to the address that holds a link of this kind, which was not taken before. */
    mailTo: (
      address: string,
      kind: "/pay/" | "/invitations/" | "/welcome/" | "/archive/"
    ): Promise<Mail> =>
      eventually(async () => {
        const folder = join(running().directory.path, "mail")
        for (const name of await readdir(folder).catch(() => [])) {
          if (!name.endsWith(".eml") || taken.has(name)) continue
          const mail = await PostalMime.parse(await readFile(join(folder, name)))
          const text = mail.text ?? ""
          if (mail.to?.[0]?.address !== address || !text.includes(kind)) continue
          taken.add(name)
          return { text, html: mail.html ?? "" }
        }
        return undefined
      }),

    signIn,

    /** A page on Home that is signed in; presses are counted from then on. */
    signedIn: async (options: BrowserContextOptions = {}) => {
      const { browser, server } = running()
      const first = await watchedPage(browser, { locale: "en-US" })
      await signIn(first.page)
      const storageState = await first.context.storageState()
      await first.context.close()
      const watched = await watchedPage(browser, { locale: "en-US", ...options, storageState })
      watched.page.setDefaultTimeout(20_000)
      await watched.page.goto(`${server.url}/home`)
      return { ...watched, ...countedPresses(watched.page) }
    }
  }
}
