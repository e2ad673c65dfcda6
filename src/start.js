/** How `npm start` comes to `main.ts` without Node's compiler of TypeScript: see `Prepare.js`. */
import "./process/NodeVersion.js"

await import("./process/Prepare.js")
await import("./process/main.ts")
