/** A workspace with invoices whose mails are delivered, for the tests of what is mailed later. */
import { Effect } from "effect"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newAddress } from "./owners.ts"
import { sender } from "./requests.ts"

const line_items = [{ description: "Design", quantity: 1, unit_price: 10_000 }]

/** Its client reads the mails in a language of its own, if one is given. */
export const mailedInvoices = (client: object = {}) =>
  Effect.gen(function* () {
    const made = yield* (yield* RetainerMemory).workspace({
      currency: "EUR",
      ownerEmail: newAddress()
    })
    const call = sender(made.apiKey)
    const person = { name: "Ada", email: newAddress(), ...client }
    const ada = (yield* call("POST", "/v1/clients", person)).body
    const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
    const draft = Effect.map(
      call("POST", "/v1/invoices", { client_id: ada.id, line_items }),
      ({ body }): string => body.id
    )
    const sent = Effect.tap(draft, (id) => call("POST", `/v1/invoices/${id}/send`))
    const mails = (query: string) => Effect.map(get(`/v1/mails?${query}`), ({ data }) => data)
    /** Runs the workers until no mail of the invoice is queued; time does not move. */
    const settled = (id: string): Effect.Effect<void, never, RetainerMemory> =>
      Effect.flatMap(mails(`object=${id}&status=queued`), ({ length }) =>
        length === 0
          ? Effect.void
          : Effect.andThen(
              Effect.yieldNow,
              Effect.suspend(() => settled(id))
            )
      )
    const delivered = Effect.tap(sent, settled)
    const post = (id: string, action: string, body: object = {}) =>
      call("POST", `/v1/invoices/${id}/${action}`, body)
    /** All mails to the client and to the other address, oldest first. */
    const inbox = (address: string = ada.email) =>
      Effect.map(
        Effect.flatMap(Inbox, (all) => all.mails),
        (all) => all.filter(({ to }) => to.address === address)
      )
    const eventsOf = (id: string) =>
      Effect.map(get("/v1/events?limit=100"), ({ data }) =>
        data
          .filter(({ data: { object } }: { data: { object: { id: string } } }) => object.id === id)
          .map(({ type }: { type: string }): string => type)
      )
    return {
      ...made,
      call,
      ada,
      get,
      draft,
      sent,
      delivered,
      settled,
      mails,
      post,
      inbox,
      eventsOf
    }
  })
