/**
 * Ends the process in one plain line if Node is too old to load what follows. JavaScript that older
 * versions run too.
 */
import { readFileSync } from "node:fs"

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
/** From `>=22.19.0`, which npm checks too. */
const least = manifest.engines.node.replace(/[^\d.]/g, "")
const [major, minor] = least.split(".").map(Number)
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Retainer needs Node.js ${least} or later; this is ${process.versions.node}`)
  process.exit(1)
}
