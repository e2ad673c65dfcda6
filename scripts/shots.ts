/**
 * Writes a screenshot of every page and state, 1280 and 390 px wide, in light and dark, to
 * `.shots/`: the work of an agency and its clients, on a real server with sample data. To be looked
 * at; where ImageMagick is there, contact sheets are made too. With names of parts it makes these
 * alone (`npm run shots -- portal many`), with SHOTS_LANGUAGES=fr,es in these languages, with
 * SHOTS_VARIANTS=1280-light,390-dark in these sizes.
 */
import { spawnSync } from "node:child_process"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { fill, startAgency } from "./shots/agency.ts"
import {
  emptyPages,
  fewPages,
  manyPages,
  portalPages,
  settingsPages
} from "./shots/languageScenes.ts"
import {
  accessPages,
  clients,
  emptyAgency,
  fullAgency,
  type Studio,
  strangers
} from "./shots/scenes.ts"

/** Each on a server of its own; those of languages may be made alone. */
const parts: Readonly<Record<string, (studio: Studio) => Promise<void>>> = {
  work: async (studio) => {
    await strangers(studio)
    await emptyAgency(studio)
    await clients(studio, await fullAgency(studio))
  },
  access: async (studio) => {
    await fill(studio.agency)
    await accessPages(studio)
  },
  empty: emptyPages,
  few: async (studio) => fewPages(studio, await fill(studio.agency)),
  settings: async (studio) => {
    await fill(studio.agency)
    await settingsPages(studio)
  },
  many: manyPages,
  portal: portalPages
}
const chosen = process.argv.slice(2)

const root = new URL("../", import.meta.url).pathname
const folder = join(root, ".shots")
/** Longer pages are cut: the API's documentation has tens of thousands of pixels. */
const maxHeight = 4000
const variants = [1280, 390]
  .flatMap((width) => (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })))
  .filter(({ width, colorScheme }) => {
    const name = `${width}-${colorScheme}`
    return (process.env["SHOTS_VARIANTS"] ?? name).includes(name)
  })

const makeStudio = async (part: string, agency: Studio["agency"]): Promise<Studio> => {
  const context = await agency.browser.newContext({ reducedMotion: "reduce" })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  let count = 0
  return {
    page,
    agency,
    shoot: async (name, path) => {
      if (path !== undefined) await page.goto(new URL(path, agency.url).href)
      await page.waitForLoadState("load")
      count += 1
      const file = `${part}-${String(count).padStart(3, "0")}-${name.replaceAll(" ", "-")}.png`
      for (const { width, colorScheme } of variants) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const height: number = await page.evaluate("document.documentElement.scrollHeight")
        await page.screenshot({
          path: join(folder, `${width}-${colorScheme}`, file),
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(Math.max(height, 800), maxHeight) }
        })
      }
      console.log(file)
    }
  }
}

const contactSheets = () => {
  for (const { width, colorScheme } of variants) {
    const name = `${width}-${colorScheme}`
    const size = width === 390 ? "240x640+6+6" : "420x420+6+6"
    const { error } = spawnSync("montage", [
      ...["-font", join(root, "node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf")],
      ...[
        "-label",
        "%t",
        "-gravity",
        "north",
        "-tile",
        width === 390 ? "8x3" : "5x4",
        "-geometry",
        size
      ],
      ...["-background", "#888888", join(folder, name, "*.png"), join(folder, `sheet-${name}.png`)]
    ])
    if (error !== undefined) return
  }
}

if (chosen.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [name, make] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const agency = await startAgency()
  try {
    await make(await makeStudio(name, agency))
  } finally {
    await agency.stop()
  }
}
contactSheets()
