/**
 * Writes a screenshot of every page and state, 1280 and 360 px wide, in light and dark, to
 * `.shots/`: the work of an agency and its clients, on a real server with sample data. To be looked
 * at; where ImageMagick is there, contact sheets are made too.
 */
import { spawnSync } from "node:child_process"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { startAgency } from "./shots/agency.ts"
import { clients, emptyAgency, fullAgency, type Studio, strangers } from "./shots/scenes.ts"

const root = new URL("../", import.meta.url).pathname
const folder = join(root, ".shots")
/** Longer pages are cut: the API's documentation has tens of thousands of pixels. */
const maxHeight = 4000
const variants = [1280, 360].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme }))
)

const makeStudio = async (agency: Studio["agency"]): Promise<Studio> => {
  const context = await agency.browser.newContext({ reducedMotion: "reduce" })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  let count = 0
  return {
    page,
    agency,
    shoot: async (name, path) => {
      if (path !== undefined) await page.goto(new URL(path, agency.url).href)
      await page.waitForLoadState("load")
      count += 1
      const file = `${String(count).padStart(3, "0")}-${name.replaceAll(" ", "-")}.png`
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
    const size = width === 360 ? "240x640+6+6" : "420x420+6+6"
    const { error } = spawnSync("montage", [
      ...["-font", join(root, "node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf")],
      ...[
        "-label",
        "%t",
        "-gravity",
        "north",
        "-tile",
        width === 360 ? "8x3" : "5x4",
        "-geometry",
        size
      ],
      ...["-background", "#888888", join(folder, name, "*.png"), join(folder, `sheet-${name}.png`)]
    ])
    if (error !== undefined) return
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const agency = await startAgency()
try {
  const studio = await makeStudio(agency)
  await strangers(studio)
  await emptyAgency(studio)
  await clients(studio, await fullAgency(studio))
} finally {
  await agency.stop()
}
contactSheets()
