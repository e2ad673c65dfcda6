/**
 * A process whose clock a test sets: what Node reads from `Date` is as far off as a file says. The
 * embedded database reads the same clock.
 */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Environment, eventually, type Server } from "./process.ts"

/** Timers and durations go on, as they do when the clock of a machine is set. */
const preload = (file: string): string => `
import { readFileSync, writeFileSync } from "node:fs"
const Real = Date
const file = ${JSON.stringify(file)}
const read = () => { try { return Number(readFileSync(file, "utf8")) } catch { return 0 } }
let offset = read()
const now = () => Real.now() + offset
globalThis.Date = new Proxy(Real, {
  construct: (_, given, self) => Reflect.construct(Real, given.length === 0 ? [now()] : given, self),
  get: (_, name) => name === "now" ? now : Reflect.get(Real, name)
})
process.on("SIGUSR2", () => { offset = read(); writeFileSync(file + "." + process.pid, "" + offset) })`

/** `directory` has the file that says how far the clock is off. */
export const shiftedClock = (directory: string) => {
  const file = join(directory, "clock-offset")
  return {
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload(file))}`
    } satisfies Environment,
    /** Sets the clock of the servers so far off, in milliseconds, from the true time. */
    set: async (servers: ReadonlyArray<Server>, offset: number): Promise<void> => {
      await writeFile(file, String(offset))
      for (const { ready, signal } of servers) {
        signal("SIGUSR2")
        await eventually(async () => {
          const said = await readFile(`${file}.${ready["pid"]}`, "utf8").catch(() => "")
          return said === String(offset) ? true : undefined
        })
      }
    }
  }
}
