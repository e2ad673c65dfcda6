/** Exceptions from the measures, each with its reason. */

/** Files of data, whose lines are as long as their rows. */
export const tables: ReadonlyArray<string> = []

/** Functions above 70 lines that stay whole. */
export const longFunctions: ReadonlyArray<{ readonly path: string; readonly reason: string }> = []

/** Names that several files export for one concept, and the reason. */
export const homonyms: Readonly<Record<string, string>> = {}
