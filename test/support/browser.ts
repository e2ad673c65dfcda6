/** A real Chromium of this machine; suites that need one are skipped where there is none. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page
} from "playwright-core"

const binary = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"]).status === 0
)
export const hasBrowser = binary !== undefined

export const launchBrowser = async (): Promise<Browser> => {
  const path = spawnSync("which", [binary ?? "chromium"])
    .stdout.toString()
    .trim()
  return await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-gpu"] })
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8"
)

interface Finding {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** The violations that axe-core finds on the page, as text; empty if none. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axeSource)
  const found: ReadonlyArray<Finding> = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${page.url()} ${id}: ${html} ${failureSummary ?? ""}`)
  )
}

/** A name in which no line may break. */
export const longName =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

/** A finding if the page is wider than its window, and scrolls sideways. */
export const tooWide = async (page: Page): Promise<ReadonlyArray<string>> => {
  const [over, language]: readonly [number, string] = await page.evaluate(`(
    ({ scrollWidth, clientWidth, lang }) => [scrollWidth - clientWidth, lang]
  )(document.documentElement)`)
  const where = `${page.url()}, ${language}, at ${page.viewportSize()?.width} px`
  return over > 0 ? [`${where}: ${over} px too wide`] : []
}

/** Counts what is pressed on the page. */
export const countedPresses = (page: Page) => {
  let presses = 0
  const pressAt = async (target: Locator): Promise<void> => {
    presses += 1
    await target.click()
  }
  const press = (role: "link" | "button", name: string | RegExp): Promise<void> =>
    pressAt(page.getByRole(role, { name }).first())
  return { press, pressAt, presses: () => presses }
}

/** A page that remembers every sign of a script that ran, or tried to. */
export const watchedPage = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options })
  const page = await context.newPage()
  const signs: string[] = []
  page.on("dialog", (dialog) => {
    signs.push(`dialog on ${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("pageerror", (error) => signs.push(`error on ${page.url()}: ${error.message}`))
  page.on("console", (message) => {
    if (/Content Security Policy|pwned/i.test(message.text())) {
      signs.push(`console on ${page.url()}: ${message.text()}`)
    }
  })
  await context.addInitScript("globalThis.pwned = () => console.error('pwned')")
  return { context, page, signs }
}
