/**
 * Payment links that can be replaced, and none at rest: what earlier versions wrote into events and
 * deliveries is taken out. The mailed link of an invoice without a salt stays valid.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const withoutLink = (resource: "object" | "previous") => `
  UPDATE events SET data = jsonb_set(data, '{${resource},processor_payment_url}', 'null')
  WHERE jsonb_typeof(data -> '${resource}' -> 'processor_payment_url') = 'string'`

const statements = [
  `ALTER TABLE invoices ADD COLUMN payment_link_salt text
    CHECK (payment_link_salt ~ '^[0-9a-f]{16}$')`,
  withoutLink("object"),
  withoutLink("previous"),
  // Inside a text of the JSON the quotes would be escaped: what matches is the field, and a URL has
  // none.
  `UPDATE webhook_deliveries
    SET payload = regexp_replace(
      payload, '"processor_payment_url":"[^"]*"', '"processor_payment_url":null', 'g')
    WHERE payload LIKE '%"processor_payment_url":"%'`
]

export const paymentLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
