/**
 * Entry of `npm start`. It is JavaScript, so that Node's compiler of TypeScript is not loaded
 * (`Prepare.js`).
 */
import "./process/NodeVersion.js"

await import("./process/Prepare.js")
await import("./process/main.ts")
