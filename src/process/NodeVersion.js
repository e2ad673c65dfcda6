/**
 * Ends a process on a Node that is too old, in one plain line: what comes after would not even load. It is the only
 * module that is read before it is known, so it is JavaScript that older versions run too.
 */
import { readFileSync } from "node:fs"

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
/** `>=22.19.0`: what npm asks for is what is asked for here. */
const least = manifest.engines.node.replace(/[^\d.]/g, "")
const [major, minor] = least.split(".").map(Number)
const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Retainer needs Node.js ${least} or later; this is ${process.versions.node}`)
  process.exit(1)
}
