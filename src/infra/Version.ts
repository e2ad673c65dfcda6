/**
 * The version of the program, which stands in package.json alone: beside `src`, and beside what is
 * built of it.
 */
import { createRequire } from "node:module"

// The boundary of this file: what is required has no type.
const manifest = createRequire(import.meta.url)("../../package.json") as {
  readonly version: string
}

export const { version } = manifest
