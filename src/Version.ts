/** The version of the program, which stands in package.json alone. */
import manifest from "../package.json" with { type: "json" }

export const { version } = manifest
