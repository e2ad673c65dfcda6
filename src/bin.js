#!/usr/bin/env node
/** `npx retainer`: without an argument, or with `serve`, the server, else the operator's commands. */
import "./NodeVersion.js"

/**
 * npm runs us in a shell and passes a signal on to that alone: its end is taken for the signal. A script that
 * leaves us in the background ends its shell too, and means to.
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
await import("./Prepare.js")
const [command] = process.argv.slice(2)
if (command === undefined || command === "serve") await import("./main.ts")
else await import("./cli/Main.ts")
