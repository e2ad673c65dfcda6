/** An example of every request body, by operation. */
const client = "client_01h2xcejqtf2nbrexx3vqjhp41"
const project = "proj_01h2xcejqtf2nbrexx3vqjhp41"

export const requestExamples: Readonly<Record<string, object>> = {
  "projects.create": {
    name: "Website relaunch",
    client_id: client,
    start_date: "2026-03-01",
    budget: 1_500_000
  },
  "projects.update": { status: "in_progress", end_date: null },
  "tasks.create": {
    title: "Draft the sitemap",
    assignee_id: "user_01h2xcejqtf2nbrexx3vqjhp41",
    due_date: "2026-03-15"
  },
  "tasks.update": { status: "done" },
  "milestones.create": { name: "Design approved", amount: 450_000, due_date: "2026-03-31" },
  "milestones.update": { status: "completed" },
  "invoices.create": {
    client_id: client,
    project_id: project,
    currency: "EUR",
    tax_rate: 0.19,
    line_items: [{ description: "Design", quantity: 1.5, unit_price: 12_000 }],
    notes: "Thank you"
  },
  "invoices.update": { discount: 500, due_date: "2026-04-30" },
  "invoices.resend": { email: "accounting@client.example" },
  "invoices.send": { message: "Thank you for the good work together." },
  "payments.record": { amount: 13_200, method: "bank_transfer", reference: "2026-0042" },
  "payments.reverse": { reason: "Booked to the wrong invoice" },
  "credits.refund": { amount: 2_500, reference: "re_3MmlLrLkdIwHu7ix0snN0B15" },
  "credit_notes.create": {
    lines: [{ line: 0, quantity: 0.5 }],
    reason: "Half a day less than invoiced"
  },
  "credit_notes.resend": { email: "accounting@client.example" },
  "payments.remind": { message: "Did our invoice reach you?" },
  "webhook_endpoints.create": {
    url: "https://app.example/hooks/retainer",
    events: ["invoice.*"],
    description: "Accounting"
  },
  "webhook_endpoints.update": { enabled: false },
  "invoices.void": { reason: "Sent to the wrong client" },
  "clients.create": {
    name: "Ada Byron",
    email: "ada@client.example",
    company: "Analytical Engines Ltd",
    address: { line1: "1 Way", city: "London", state: "", postal_code: "N1", country: "GB" },
    vat_id: "GB123456789"
  },
  "clients.update": { phone: "+44 20 7946 0000", notes: null },
  "workspace.update": {
    legal_name: "Studio Nord GmbH",
    vat_id: "DE123456789",
    bank_account: { iban: "DE89370400440532013000" },
    default_tax_rate: 0.19
  },
  "oauth.token": {
    grant_type: "authorization_code",
    code: "rac_…",
    redirect_uri: "https://app.example/callback",
    client_id: "app_01h2xcejqtf2nbrexx3vqjhp41",
    client_secret: "rcs_…"
  },
  "clients.invite": { project_ids: [project], message: "Welcome" }
}
