/** A local stand-in for Stripe's API: Checkout sessions, their idempotency, and its messages. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"

export interface CreatedSession {
  readonly id: string
  readonly idempotencyKey: string
  readonly fields: URLSearchParams
  /** Stripe's state of it; a test changes it. */
  status: "open" | "complete" | "expired"
  payment_status: "paid" | "unpaid"
  payment_intent: { readonly status: string } | null
}

/** As Stripe answers it. */
const shown = ({ id, fields, status, payment_status, payment_intent }: CreatedSession) => ({
  id,
  object: "checkout.session",
  status,
  payment_status,
  payment_intent,
  amount_total: Number(fields.get("line_items[0][price_data][unit_amount]")),
  currency: fields.get("line_items[0][price_data][currency]"),
  cancel_url: fields.get("cancel_url"),
  success_url: fields.get("success_url"),
  url: status === "open" ? `https://checkout.stripe.example/${id}` : null
})

export const startStripe = async (webhookSecret: string) => {
  const sessions: CreatedSession[] = []
  /** The metadata of payments, by their id. */
  const intents = new Map<string, object>()
  let failing = false
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => {
      response.setHeader("content-type", "application/json")
      const [, ofId, action] =
        /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?(?:\?.*)?$/.exec(request.url ?? "") ?? []
      const [, intent = ""] = /^\/v1\/payment_intents\/(\w+)$/.exec(request.url ?? "") ?? []
      const metadata = intents.get(intent)
      if (metadata !== undefined && !failing) {
        response.end(JSON.stringify({ id: intent, object: "payment_intent", metadata }))
        return
      }
      if (ofId !== undefined && !failing) {
        const found = sessions.find(({ id }) => id === ofId)
        if (found === undefined) {
          response.statusCode = 404
          const error = { type: "invalid_request_error", code: "resource_missing", message: "no" }
          response.end(JSON.stringify({ error }))
          return
        }
        if (action !== undefined) found.status = "expired"
        response.end(JSON.stringify(shown(found)))
        return
      }
      if (request.method !== "POST" || request.url !== "/v1/checkout/sessions" || failing) {
        response.statusCode = failing ? 400 : 404
        response.end(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }))
        return
      }
      const idempotencyKey = String(request.headers["idempotency-key"])
      const known = sessions.find((session) => session.idempotencyKey === idempotencyKey)
      if (known !== undefined && known.fields.toString() !== new URLSearchParams(body).toString()) {
        response.statusCode = 400
        const message = "Keys for idempotent requests can only be used with the same parameters"
        response.end(JSON.stringify({ error: { type: "idempotency_error", message } }))
        return
      }
      const session: CreatedSession = known ?? {
        status: "open",
        payment_status: "unpaid",
        payment_intent: null,
        id: `cs_${sessions.length + 1}`,
        idempotencyKey,
        fields: new URLSearchParams(body)
      }
      if (known === undefined) sessions.push(session)
      // A repeated request gets the first answer, whatever has become of the session.
      response.end(JSON.stringify(shown({ ...session, status: "open" })))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const stripe = new Stripe("sk_test_x")

  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    intents,
    fail: (now: boolean) => {
      failing = now
    },
    /** A signed message, as it is sent to the webhook. */
    message: (
      payload: object,
      options: { readonly secret?: string; readonly timestamp?: number } = {}
    ) => {
      const body = JSON.stringify(payload)
      const signature = stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: options.secret ?? webhookSecret,
        ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp })
      })
      return { body, signature }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

interface Completed {
  readonly eventId: string
  readonly intent: string
  readonly amount: number
  readonly currency?: string
  readonly workspaceId: string
  readonly invoiceId: string
  readonly type?: string
  readonly paymentStatus?: string
  readonly session?: string
}

/** The event of a completed session. */
export const completedSession = ({
  eventId,
  intent,
  amount,
  currency = "eur",
  workspaceId,
  invoiceId,
  type = "checkout.session.completed",
  paymentStatus = "paid",
  session = `cs_${intent}`
}: Completed) => ({
  id: eventId,
  object: "event",
  type,
  data: {
    object: {
      id: session,
      object: "checkout.session",
      payment_status: paymentStatus,
      amount_total: amount,
      currency,
      payment_intent: intent,
      metadata: { workspace_id: workspaceId, invoice_id: invoiceId }
    }
  }
})
