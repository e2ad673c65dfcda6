/** Puts names, links and amounts into a template of words: `{who} sent {invoice}`. */
import type { Child } from "./Elements.ts"

type Parts = Readonly<Record<string, Child>>

/** A part that the template does not name is left out; one that is not given stays empty. */
export const fill = (template: string, parts: Parts): ReadonlyArray<Child> =>
  template.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : (parts[piece] ?? "")))
