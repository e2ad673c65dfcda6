/**
 * A workspace's history with an event of every type, as the API itself writes it: the whole service
 * runs in memory under a manual clock. Ids, hashes and payment links become stable stand-ins.
 */
import { memoryBaseUrl, ownerPassword } from "../../src/testing/RetainerMemory.ts"
import { type StartedRetainer, startRetainer } from "../../src/testing/StartRetainer.ts"
import { makeVisitor } from "../../test/support/visitor.ts"

const email = "ada@client.example"
const ownerEmail = "owner@agency.example"
const lines = [{ description: "Design", quantity: 1.5, unit_price: 12_000 }]

interface Named {
  readonly client: string
  readonly project: string
}

const projectStory = async ({ api, fetch }: StartedRetainer, client: string): Promise<string> => {
  const { id } = await api.projects.create({ name: "Website", client_id: client, budget: 500_000 })
  await api.projects.update(id, { status: "in_progress" })
  const task = await api.tasks.create(id, { title: "Draft the sitemap", due_date: "2026-03-15" })
  await api.tasks.update(task.id, { description: "Three levels at most" })
  await api.tasks.update(task.id, { status: "done" })
  await api.tasks.delete(task.id)
  const step = await api.milestones.create(id, { name: "Design approved", amount: 450_000 })
  await api.milestones.update(step.id, { due_date: "2026-03-31" })
  await api.milestones.update(step.id, { status: "completed" })
  await api.milestones.invoice(step.id)
  const spare = await api.milestones.create(id, { name: "Launch" })
  await api.milestones.delete(spare.id)
  await api.projects.archive(id)
  const owner = makeVisitor((request) => fetch(request), memoryBaseUrl)
  await owner.signIn(ownerEmail, ownerPassword)
  await owner.submit(await owner.get(`/projects/${id}`), `/projects/${id}?do=restore`)
  return id
}

const clientStory = async ({ api, fetch, clock }: StartedRetainer): Promise<string> => {
  const { id } = await api.clients.create({ name: "Ada Byron", email, company: "Engines Ltd" })
  await api.clients.update(id, { phone: "+44 20 7946 0000" })
  await api.clients.invite(id, {})
  const visitor = makeVisitor((request) => fetch(request), memoryBaseUrl)
  await visitor.submit(await visitor.get("/portal"), "/portal/links", { email })
  await clock.advance(0)
  return id
}

const invoiceStory = async (retainer: StartedRetainer, named: Named): Promise<string> => {
  const { api, clock, mails } = retainer
  const draft = { client_id: named.client, project_id: named.project, line_items: lines }
  const { id } = await api.invoices.create({ ...draft, tax_rate: 0.19 })
  await api.invoices.update(id, { notes: "Thank you for your order" })
  await api.invoices.send(id)
  await clock.advance(0)
  await api.invoices.resend(id, { email: "accounting@client.example" })
  await clock.advance(0)
  await api.payments.record(id, { amount: 5_000, method: "bank_transfer", reference: "42" })
  await clock.advance("40 days")
  await api.payments.remind(id)
  const { processor_payment_url } = await api.invoices.get(id)
  // The client pays in full while the agency records a bank transfer of the rest: one becomes
  // credit.
  await retainer.pay(processor_payment_url ?? "", "late")
  await api.payments.record(id, { amount: 16_420, method: "bank_transfer", reference: "43" })
  await clock.advance("10 seconds")
  const card = await api.invoices.create(draft)
  await api.invoices.send(card.id)
  const paid = (await api.invoices.get(card.id)).processor_payment_url ?? ""
  await retainer.pay(paid)
  await retainer.pay(paid, "refund")
  await clock.advance(0)
  await mails.fail({ kind: "permanent", count: 1 })
  const wrong = await api.invoices.create(draft)
  await api.invoices.send(wrong.id)
  await clock.advance(0)
  await mails.fail()
  await api.invoices.void(wrong.id, { reason: "Sent to the wrong client" })
  return id
}

const creditStory = async (
  { api, clock, mails }: StartedRetainer,
  { client }: Named
): Promise<void> => {
  const [credit] = (await api.credits.list(client)).data
  const next = await api.invoices.create({ client_id: client, line_items: lines })
  await api.invoices.send(next.id)
  await api.payments.record(next.id, { credit_id: credit?.id ?? "", amount: 10_000 })
  await api.credits.refund(credit?.id ?? "", { reference: "re_3MmlLrLkdIwHu7ix0snN0B15" })
  // Booked to the wrong invoice: the credit gets its amount back, and the excess is withdrawn.
  const reason = "Booked to the wrong invoice"
  const [set] = (await api.payments.list(next.id)).data
  await api.payments.reverse(next.id, set?.id ?? "", { reason })
  const wrong = await api.payments.record(next.id, { amount: 20_000, excess: "credit" })
  await api.payments.reverse(next.id, wrong.id, { reason })
  await clock.advance("10 seconds")
  await mails.fail({ kind: "permanent", count: 1 })
  const note = await api.credit_notes.create(next.id, {
    lines: [{ line: 0, quantity: 0.5 }],
    reason: "Half a day less than invoiced"
  })
  await clock.advance(0)
  await mails.fail()
  await api.credit_notes.resend(note.id, {})
}

const fileStory = async ({ api }: StartedRetainer, { project }: Named): Promise<void> => {
  const form = new FormData()
  form.append("project_id", project)
  form.append("file", new File(["Hello"], "hello.txt", { type: "text/plain" }))
  const { id } = await api.files.create(form)
  await api.files.delete(id)
}

const endpointStory = async ({ api, clock, webhooks }: StartedRetainer): Promise<void> => {
  const url = "https://app.example/hooks/retainer"
  const { id } = await api.webhook_endpoints.create({ url, events: ["invoice.*"] })
  await webhooks.answer(410)
  await api.webhook_endpoints.test(id)
  await clock.advance(0)
}

/** Replaces what differs in each run, by the order in which it first appears. */
const stable = (text: string): string => {
  const seen = new Map<string, string>()
  const digits = (count: number, width: number) => String(count).padStart(width, "0")
  const named = (found: string, make: (count: number) => string): string => {
    const known = seen.get(found) ?? make(seen.size + 1)
    seen.set(found, known)
    return known
  }
  return text
    .replaceAll(memoryBaseUrl, "https://retainer.example")
    .replaceAll(/\b([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, (id, prefix: string) =>
      named(id, (count) => `${prefix}_01h2xcejqtf2nbrexx3vqj${digits(count, 4)}`)
    )
    .replaceAll(/\btest_[0-9a-f-]{36}\b/g, (reference) =>
      named(reference, (count) => `test_0190f5fe-7c00-7a00-8abc-${digits(count, 12)}`)
    )
    .replaceAll(/(?<=\/pay\/)\w{26}\b/g, (link) =>
      named(link, (count) => `01h2xcejqtf2nbrexx3vqj${digits(count, 4)}`)
    )
    .replaceAll(/"(?!0{64})([0-9a-f]{64})"/g, (hash) =>
      named(hash, (count) => `"${digits(count, 4).repeat(16)}"`)
    )
}

export interface SampleEvent {
  readonly type: string
  readonly data: { readonly object: unknown; readonly previous: unknown }
}

/** The first event of each type. */
export const sampleEvents = async (): Promise<ReadonlyMap<string, SampleEvent>> => {
  const now = "2026-03-01T09:00:00Z"
  await using retainer = await startRetainer({ now, ownerEmail, timeZone: "Europe/Berlin" })
  const client = await clientStory(retainer)
  const project = await projectStory(retainer, client)
  const named = { client, project }
  await invoiceStory(retainer, named)
  await creditStory(retainer, named)
  await fileStory(retainer, named)
  await endpointStory(retainer)
  const events: Array<unknown> = []
  for await (const event of retainer.api.events.list({ limit: 100 })) events.push(event)
  const samples: ReadonlyArray<SampleEvent> = JSON.parse(stable(JSON.stringify(events)))
  return new Map(samples.toReversed().map((event) => [event.type, event]))
}
