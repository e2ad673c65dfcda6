/** Where the operator's commands start; they are in `cli/Commands.ts`. */
import "./Prepare.js"

await import("./cli/Main.ts")
