/** Entry of `retainer`: starts the server, or loads the commands. */
import "../process/Prepare.js"

const args = process.argv.slice(2)
if (args.length === 1 && args[0] === "serve") await import("../process/main.ts")
else await import("./CommandProcess.ts")
