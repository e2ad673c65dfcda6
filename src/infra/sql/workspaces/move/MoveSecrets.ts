/**
 * Encrypts the secrets of a moved workspace under the key of the target. A secret that does not
 * open stops the move, because it would be lost.
 */
import { Effect } from "effect"
import type { Vault } from "../../../../app/ports/Vault.ts"
import { factorSecrets, renewColumn, storedAnswers, webhookSecrets } from "../../SealedColumns.ts"
import type { Side } from "./CopyRows.ts"
import { MoveRefused } from "./MoveErrors.ts"

const batch = 200

/** `prefix` is how texts under the target's first key begin. */
export const resealSecrets = Effect.fnUntraced(function* (
  { sql, id }: Side,
  renew: Vault["Service"]["renew"],
  prefix: string
) {
  const bounds = { condition: sql`workspace_id = ${id}`, most: batch }
  for (const column of [...webhookSecrets, factorSecrets, storedAnswers]) {
    for (;;) {
      const { read, closed } = yield* renewColumn(sql, column, { prefix, renew }, bounds)
      if (closed > 0) {
        return yield* new MoveRefused({
          reason: `a secret of ${column.table} needs a key that SECRET_KEY does not have`
        })
      }
      if (read < batch) break
    }
  }
})
