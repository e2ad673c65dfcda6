/**
 * Verifies a moved workspace in the transaction that has its rows, before anyone else sees them:
 * the whole log while it is in use, where the rows are compared with those of the source, and under
 * the hold what was added, with the resources that changed and with every total.
 */
import { Context, Effect, Layer } from "effect"
import { Verification } from "../../../../app/events/Verification.ts"
import type { ChainHeads } from "../../../../app/ports/events/LogProof.ts"
import type { Workspace } from "../../../../domain/workspaces/Workspace.ts"
import type { SecretKeys } from "../../../crypto/SecretKeys.ts"
import { SecureRandomNode } from "../../../crypto/SecureRandomNode.ts"
import { SignerHmac } from "../../../crypto/SignerHmac.ts"
import { compareTotals } from "../../lists/Totals.ts"
import { layerSqlPorts } from "../../SqlPorts.ts"
import type { Side } from "./CopyRows.ts"
import { MoveRefused } from "./MoveErrors.ts"
import type { MoveTransaction } from "./MoveTransaction.ts"

const layerVerification = (keys: SecretKeys, { context }: MoveTransaction) =>
  Layer.fresh(
    Verification.layer.pipe(
      Layer.provide(layerSqlPorts),
      Layer.provide(SignerHmac(keys)),
      Layer.provide(SecureRandomNode),
      Layer.provide(Layer.succeedContext(context))
    )
  )

/** `since` is null for a whole verification; returns where the next one may begin. */
export const verifyMoved = Effect.fnUntraced(function* (
  target: MoveTransaction,
  workspace: Workspace,
  keys: SecretKeys,
  since: ChainHeads | null
) {
  const services = yield* Layer.build(layerVerification(keys, target))
  const { verifyLog, verifySince } = Context.get(services, Verification)
  const { firstDifference, heads } = yield* since === null
    ? verifyLog(workspace)
    : verifySince(workspace, since)
  if (firstDifference !== null) {
    const { in: where, id: about, what } = firstDifference
    return yield* new MoveRefused({
      reason: `the copy differs: ${[where, about, what].filter((part) => part !== null).join(" ")}`
    })
  }
  return heads
}, Effect.scoped)

/** Every materialised total is that of its rows; in either database. */
export const requireTotals = Effect.fnUntraced(function* ({ sql, id }: MoveTransaction) {
  const [mismatch] = yield* compareTotals(sql, id)
  if (mismatch === undefined) return
  const { kind, key, kept, counted } = mismatch
  return yield* new MoveRefused({
    reason: `a total differs from its rows: ${kind} ${key} is ${kept}, should be ${counted}`
  })
})

const sumOfTotals = ({ sql, id }: Side) =>
  Effect.map(
    sql<{ sums: string }>`
      SELECT jsonb_object_agg(kind, sums ORDER BY kind)::text AS sums FROM (
        SELECT kind, jsonb_build_array(sum(items), sum(amount), sum(other)) AS sums FROM totals
        WHERE workspace_id = ${id} GROUP BY kind) k`,
    ([row]) => row?.sums
  )

/** No part of a total was lost or copied twice. */
export const requireSameTotals = Effect.fnUntraced(function* (source: Side, target: Side) {
  const [here, there] = yield* Effect.all([sumOfTotals(source), sumOfTotals(target)], {
    concurrency: 2
  })
  if (here !== there) return yield* new MoveRefused({ reason: "the totals of the copy differ" })
})
