#!/usr/bin/env node
/** `npx retainer`: without an argument the server, else what `cli/main.ts` makes of it. */
import "./process/NodeVersion.js"

/**
 * npm runs us in a shell and passes a signal on to that alone: its end is taken for the signal. A
 * script that leaves us in the background ends its shell too, and means to.
 */
const stopWithShell = () => {
  if ((process.env["npm_lifecycle_script"] ?? "&").includes("&")) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, "SIGTERM")
  }, 250)
  watch.unref()
}

stopWithShell()
await import("./process/Prepare.js")
if (process.argv.length === 2) await import("./process/main.ts")
else await import("./cli/main.ts")
