/** A progress bar on stderr: it moves on a terminal, elsewhere every tenth is a line. */
import { Console, Effect } from "effect"

const width = 30

export const drawProgress =
  (unit: string) =>
  (done: number, total: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const filled = Math.round((width * done) / total)
      const bar = `[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${done}/${total} ${unit}`
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${bar}${done === total ? "\n" : ""}`)
        return Effect.void
      }
      const tenth = Math.max(1, Math.floor(total / 10))
      return done % tenth < 5 || done === total ? Console.error(bar) : Effect.void
    })
