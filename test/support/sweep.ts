/**
 * How much the outside judges look at. By default every page once: light, in German, whose words are
 * the longest, on one Node, with clients that npm alone generates. `SWEEP=full` adds the dark
 * scheme, the other languages, Node 22, every hostile text, and generators in Python, Java and Go:
 * before a release.
 */
export const isFullSweep = process.env["SWEEP"] === "full"

const few = <A>(first: A, ...others: ReadonlyArray<A>): ReadonlyArray<A> =>
  isFullSweep ? [first, ...others] : [first]

export const schemes = few<"light" | "dark">("light", "dark")
export const locales = few("de-DE", "en-US", "fr-FR", "es-ES")
export const twoLocales = locales.slice(0, 2)
export const nodeVersions = few<"node24" | "node22">("node24", "node22")

/** All in a full sweep, otherwise each third. */
export const sampleOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.filter((_, at) => isFullSweep || at % 3 === 0)
