/**
 * Language, tax and e-invoice data of clients, in a table of their own: the previous release reads
 * `SELECT *` of clients within transactions, which fails once after the table gets a column. A
 * client without a row has nulls. The row is written with its client's, whose version covers it.
 */
import type { Client } from "../../../domain/clients/Client.ts"
import { ClientStored } from "../../../domain/clients/ClientResource.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { shape } from "../../../domain/Resource.ts"
import { sql, template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { columns } from "../Columns.ts"

const { language, vatId, registration, buyerReference, electronicAddress, eInvoice } =
  ClientStored.fields

export const ClientDetailsStored = shape({
  language,
  vatId,
  registration,
  buyerReference,
  electronicAddress,
  eInvoice
})
export const clientDetailsJson = { json: ["registration", "electronicAddress"] } as const
const details = columns(ClientDetailsStored, clientDetailsJson)

/** The columns of a client beside those of its own table, where `d` is its row of details. */
export const detailColumns = sql`d.language, d.vat_id, d.registration, d.buyer_reference,
  d.electronic_address, coalesce(d.e_invoice, 'auto') AS e_invoice`

/** Clients as `c`, with their details as `d`. */
export const clientsWithDetails = sql`clients c
  LEFT JOIN client_details d ON d.workspace_id = c.workspace_id AND d.client_id = c.id`

const upsert = template(
  ["workspaceId", "clientId", ...details.names],
  (value) => sql`
    INSERT INTO client_details (workspace_id, client_id, language, vat_id, registration,
      buyer_reference, electronic_address, e_invoice)
    VALUES (${value("workspaceId")}, ${value("clientId")}, ${value("language")},
      ${value("vatId")}, ${value("registration")}, ${value("buyerReference")},
      ${value("electronicAddress")}, ${value("eInvoice")})
    ON CONFLICT (workspace_id, client_id) DO UPDATE SET language = EXCLUDED.language,
      vat_id = EXCLUDED.vat_id, registration = EXCLUDED.registration,
      buyer_reference = EXCLUDED.buyer_reference,
      electronic_address = EXCLUDED.electronic_address, e_invoice = EXCLUDED.e_invoice
    RETURNING 1`
)

export const saveDetails = (workspaceId: WorkspaceId, client: Client) => {
  const key = {
    workspaceId: WorkspaceId.toUuid(workspaceId),
    clientId: ClientId.toUuid(client.id)
  }
  return write({
    table: "client_details",
    key,
    statement: upsert({ ...key, ...details.encode(client) })
  })
}

export const hasDetails = (client: Client): boolean =>
  client.eInvoice !== "auto" ||
  client.language !== null ||
  client.vatId !== null ||
  client.registration !== null ||
  client.buyerReference !== null ||
  client.electronicAddress !== null
