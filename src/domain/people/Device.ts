/**
 * The device of a session, as its owner recognises it: browser and system by the `User-Agent`. Only
 * names of these lists are stored, never the text that the browser sent.
 */

export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

/** The first match counts: most browsers also name those that they descend from. */
const browsers: ReadonlyArray<readonly [name: string, mark: RegExp]> = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//]
]

const systems: ReadonlyArray<readonly [name: string, mark: RegExp]> = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/]
]

/** A browser sends less; a longer header is not searched further. */
const maxSearched = 500

export const deviceOf = (agent = ""): Device => {
  const text = agent.slice(0, maxSearched)
  const found = (list: typeof browsers) => list.find(([, mark]) => mark.test(text))?.[0] ?? null
  return { browser: found(browsers), system: found(systems) }
}
