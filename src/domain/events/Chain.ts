/**
 * How the log proves itself: each entry carries the SHA-256, in hex, of the text that `chained` gives, so
 * that none can be changed, left out or moved without every later one telling. Events and the audit log
 * are a chain each. An entry's sequence is known last, under the lock of its counter; so its canonical form
 * is made in two halves, and the storage joins them around the number.
 */

/** What stands before the first entry. */
export const noHash = "0".repeat(64)

/** The text whose hash an entry carries. */
export const chained = (previousHash: string, canonical: string): string =>
  `${previousHash}\n${canonical}`

/** A canonical form without its `sequence`: what comes before and after the number. */
export type Halves = readonly [before: string, after: string]

export const joined = ([before, after]: Halves, sequence: number): string =>
  `${before}${sequence}${after}`

/** Of an object without `sequence`, of whose members the canonical texts are given. */
export const halves = (members: Readonly<Record<string, string>>): Halves => {
  let before = "{"
  let after = ""
  for (const key of Object.keys(members).sort()) {
    const member = `${JSON.stringify(key)}:${members[key]}`
    if (key < "sequence") before += `${member},`
    else after += `,${member}`
  }
  return [`${before}"sequence":`, `${after}}`]
}
