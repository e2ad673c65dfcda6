#!/usr/bin/env node
/** `npx retainer`: without an argument, or with `serve`, the server, else the operator's commands. */
import "./NodeVersion.js"

await import("./Prepare.js")
const [command] = process.argv.slice(2)
if (command === undefined || command === "serve") await import("./main.ts")
else await import("./cli/Commands.ts")
