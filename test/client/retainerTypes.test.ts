/** The types of the client without Effect, checked by the compiler alone. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type { List, ReceivedEvent, Rehearsed, Retainer, WebhookEvent } from "../../src/client.ts"

type First<F extends (...given: never) => unknown> = Parameters<F>[0]
type Second<F extends (...given: never) => unknown> = Parameters<F>[1]
type Answer<F extends (...given: never) => unknown> = Awaited<ReturnType<F>>
type Invoices = Retainer["invoices"]

describe("the types of the client without Effect", () => {
  it("are those of the Api, with plain texts for ids, dates and codes", () => {
    expectTypeOf<First<Invoices["get"]>>().toEqualTypeOf<string>()
    expectTypeOf<Answer<Invoices["get"]>["id"]>().toEqualTypeOf<string>()
    expectTypeOf<Answer<Invoices["get"]>["status"]>().toEqualTypeOf<
      "draft" | "sent" | "paid" | "overdue" | "void"
    >()
    expectTypeOf<Answer<Invoices["get"]>["total"]>().toEqualTypeOf<number>()
    expectTypeOf<{
      client_id: string
      due_date: string
      line_items: Array<{ description: string; quantity: number; unit_price: number }>
    }>().toExtend<First<Invoices["create"]>>()
    expectTypeOf<{ client: string }>().not.toExtend<First<Invoices["create"]>>()
    expectTypeOf<{ message: string }>().toExtend<Second<Invoices["send"]>>()
    expectTypeOf<Answer<Invoices["pdf"]>>().toEqualTypeOf<Uint8Array<ArrayBufferLike>>()
    expectTypeOf<First<Retainer["files"]["create"]>>().toEqualTypeOf<FormData>()
    expectTypeOf<Answer<Retainer["tasks"]["delete"]>>().toEqualTypeOf<void>()
  })

  it("know what a rehearsal cannot show", () => {
    const rehearse = ({ invoices }: Retainer) => invoices.send("inv_1", {}, { dryRun: true })
    expectTypeOf(rehearse).returns.resolves.toEqualTypeOf<Rehearsed<Answer<Invoices["send"]>>>()
    type Shown = Rehearsed<Answer<Invoices["create"]>>
    expectTypeOf<Shown["id"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Shown["total"]>().toEqualTypeOf<number>()
    expectTypeOf<Shown["client"]["name"]>().toEqualTypeOf<string>()
  })

  it("know which answers are lists, of what", () => {
    type Pages<F extends (...given: never) => unknown> =
      ReturnType<F> extends List<infer Page, infer Item> ? [Page, Item] : never
    expectTypeOf<Pages<Invoices["list"]>[1]["number"]>().toEqualTypeOf<string>()
    expectTypeOf<Pages<Invoices["list"]>[0]["meta"]["total_outstanding"]>().toEqualTypeOf<number>()
    expectTypeOf<Pages<Retainer["events"]["list"]>[1]["sequence"]>().toEqualTypeOf<number>()
    expectTypeOf<Pages<Retainer["analytics"]["revenue"]>>().toBeNever()
  })

  it("know what an event shows by its type", () => {
    type Listed =
      ReturnType<Retainer["events"]["list"]> extends List<infer _, infer Item> ? Item : never
    type Shown<Event> = Event extends { readonly data: { readonly object: infer Object } }
      ? Object
      : never
    expectTypeOf<Shown<Extract<Listed, { type: `invoice.${string}` }>>>().toEqualTypeOf<
      Answer<Invoices["get"]>
    >()
    expectTypeOf<Shown<Extract<ReceivedEvent, { type: `task.${string}` }>>>().toEqualTypeOf<
      Answer<Retainer["tasks"]["get"]>
    >()
    const total = (event: ReceivedEvent | WebhookEvent | Listed): number | undefined =>
      event.type === "invoice.paid" ? event.data.previous?.total : undefined
    expectTypeOf(total).returns.toEqualTypeOf<number | undefined>()
  })

  it("take the ids of the path first, in its order", () => {
    expectTypeOf<Parameters<Retainer["webhook_endpoints"]["replay"]>>().toExtend<
      [string, string, object?]
    >()
    expectTypeOf<[]>().toExtend<Parameters<Invoices["list"]>>()
    expectTypeOf<[]>().not.toExtend<Parameters<Invoices["get"]>>()
  })
})
