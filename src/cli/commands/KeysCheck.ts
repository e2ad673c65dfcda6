/** Secret keys in `doctor`: which key signs, and which data would be lost without each. */
import { Effect } from "effect"
import { keyId, type SecretKeys } from "../../infra/crypto/SecretKeys.ts"
import {
  type DependentKind,
  type Dependents,
  dependentKinds,
  keyDependents
} from "../../infra/sql/KeyDependents.ts"

interface KeyReport {
  /** 1 signs and encrypts; null is a key that `SECRET_KEY` does not have. */
  readonly position: number | null
  readonly id: string
  readonly needed_by: Readonly<Record<DependentKind, number>>
}

const countsOf = (dependents: ReadonlyArray<Dependents>, id: string): KeyReport["needed_by"] => {
  const count = (kind: DependentKind) =>
    dependents.find((one) => one.keyId === id && one.kind === kind)?.count ?? 0
  return {
    webhook_secrets: count("webhook_secrets"),
    second_factors: count("second_factors"),
    kept_answers: count("kept_answers"),
    invitation_links: count("invitation_links"),
    password_links: count("password_links"),
    payment_links: count("payment_links")
  }
}

/** A report for each configured key, and for each missing one that data needs. */
export const reportKeys = Effect.fnUntraced(function* (keys: SecretKeys) {
  const dependents = yield* keyDependents
  const given = keys.map(keyId)
  const missing = [...new Set(dependents.map((one) => one.keyId))].filter(
    (id) => !given.includes(id)
  )
  return [...given, ...missing].map(
    (id): KeyReport => ({
      position: given.includes(id) ? given.indexOf(id) + 1 : null,
      id,
      needed_by: countsOf(dependents, id)
    })
  )
})

const neededBy = ({ needed_by }: KeyReport): string =>
  dependentKinds
    .filter((kind) => needed_by[kind] > 0)
    .map((kind) => `${needed_by[kind]} ${kind.replace("_", " ")}`)
    .join(", ") || "nothing"

const said = (report: KeyReport): string => {
  const { position, id } = report
  if (position === null) return `missing key ${id} is needed by ${neededBy(report)}`
  return position === 1
    ? `key 1 (${id}) signs and encrypts`
    : `key ${position} (${id}) is needed by ${neededBy(report)}`
}

export const describeKeys = (reports: ReadonlyArray<KeyReport>): string =>
  reports.map(said).join("; ")

export const missesKey = (reports: ReadonlyArray<KeyReport>): boolean =>
  reports.some(({ position }) => position === null)
