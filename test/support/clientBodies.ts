/** Answers of the API, as they stand on the wire. */

export const clientBody = {
  id: "client_01h2xcejqtf2nbrexx3vqjhp41",
  name: "Ada",
  email: "ada@client.example",
  company: null,
  phone: null,
  address: null,
  notes: null,
  language: null,
  vat_id: null,
  registration: null,
  buyer_reference: null,
  electronic_address: null,
  e_invoice: "auto",
  portal_access: false,
  portal_last_seen: null,
  total_billed: 0,
  outstanding_balance: 0,
  active_projects: 0,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z"
}

export const noClients = { data: [], meta: { total: 0, limit: 20, next_cursor: null } }
