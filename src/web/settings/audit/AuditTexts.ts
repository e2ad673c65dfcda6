/** Texts of the audit log: the sentence, the actor, and the changed fields; long values are cut. */
import type { Actor } from "../../../domain/access/Actor.ts"
import { asObject } from "../../../domain/events/LogEntry.ts"
import { canonicalJson } from "../../../domain/text/Text.ts"
import type { AuditWords } from "../../../words/settings/AuditWords.ts"

/** The sentence of a kind; undefined for one that only a newer version knows. */
export const sentenceOf = (action: string, { sentences }: AuditWords): string | undefined => {
  const known: Readonly<Record<string, string | undefined>> = sentences
  return Object.hasOwn(sentences, action) ? known[action] : undefined
}

/** The name as it was then; that of the service itself in the reader's words. */
export const actorText = ({ type, name, user }: Actor, words: AuditWords): string => {
  if (type === "system") return words.services[name] ?? name
  return user === null ? name : words.actsFor(name, user.name)
}

/** A changed field; undefined means absent. */
export interface ChangedField {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const isNothing = (value: unknown) => value === null || value === undefined

/** Nested fields are compared too, so that a small change in a large value is visible. */
export const differences = (
  before: unknown,
  after: unknown,
  path: ReadonlyArray<string> = []
): ReadonlyArray<ChangedField> => {
  const [old, now] = [asObject(before), asObject(after)]
  const isNested =
    (old !== null && (now !== null || isNothing(after))) || (now !== null && isNothing(before))
  if (isNested) {
    const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
    return [...keys].flatMap((key) => differences(old?.[key], now?.[key], [...path, key]))
  }
  const [one, other] = [before ?? null, after ?? null]
  const isSame =
    one === other || (one !== null && other !== null && canonicalJson(one) === canonicalJson(other))
  return isSame ? [] : [{ name: path.join("."), before, after }]
}

const textOf = (value: unknown, { values }: AuditWords): string => {
  if (isNothing(value) || (Array.isArray(value) && value.length === 0)) return values.none
  if (typeof value === "boolean") return value ? values.yes : values.no
  if (typeof value === "string") return value === "" ? values.empty : value
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join(", ")
    : JSON.stringify(value)
}

const shownLength = 120
/** Text before the first difference, as context. */
const leadLength = 30

const cutAt = (text: string, start: number): string =>
  `${start > 0 ? "…" : ""}${text.slice(start, start + shownLength)}${
    text.length > start + shownLength ? "…" : ""
  }`

const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** Both values in words; of long ones the part that begins to differ. */
export const valueTexts = ({ before, after }: ChangedField, words: AuditWords) => {
  const old = textOf(before, words)
  const now = textOf(after, words)
  const isLong = Math.max(old.length, now.length) > shownLength
  const start = isLong ? Math.max(0, firstDifference(old, now) - leadLength) : 0
  return { before: cutAt(old, start), after: cutAt(now, start) }
}
