/** How `npm start` comes to `main.ts` without Node's compiler of TypeScript: see `Prepare.js`. */
import "./NodeVersion.js"

await import("./Prepare.js")
await import("./main.ts")
