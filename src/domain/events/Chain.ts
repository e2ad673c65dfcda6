/**
 * Hash chain: each entry has the SHA-256, in hex, of its own canonical form and of the hash before
 * it. So an entry that was changed, removed or moved makes every later hash wrong. Events and the
 * audit log are a chain each. The sequence is assigned last, under the lock of its counter, so the
 * canonical form has two halves and the storage joins them around the number.
 */

/** The previous hash of the first entry. */
export const noHash = "0".repeat(64)

/** The text that is hashed. */
export const chained = (previousHash: string, canonical: string): string =>
  `${previousHash}\n${canonical}`

/** A canonical form without `sequence`: the texts before and after the number. */
export type Halves = readonly [before: string, after: string]

export const joined = ([before, after]: Halves, sequence: number): string =>
  `${before}${sequence}${after}`

/** Takes the canonical texts of the members, without `sequence`. */
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
