/** A local stand-in for Stripe's API: the one call that is made, its idempotency, and its messages. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"

export interface CreatedSession {
  readonly id: string
  readonly idempotencyKey: string
  readonly fields: URLSearchParams
}

export const startStripe = async (webhookSecret: string) => {
  const sessions: CreatedSession[] = []
  let failing = false
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => {
      response.setHeader("content-type", "application/json")
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
      const session = known ?? {
        id: `cs_${sessions.length + 1}`,
        idempotencyKey,
        fields: new URLSearchParams(body)
      }
      if (known === undefined) sessions.push(session)
      response.end(
        JSON.stringify({
          id: session.id,
          object: "checkout.session",
          url: `https://checkout.stripe.example/${session.id}`
        })
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const stripe = new Stripe("sk_test_x")

  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
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
  paymentStatus = "paid"
}: Completed) => ({
  id: eventId,
  object: "event",
  type,
  data: {
    object: {
      id: `cs_${intent}`,
      object: "checkout.session",
      payment_status: paymentStatus,
      amount_total: amount,
      currency,
      payment_intent: intent,
      metadata: { workspace_id: workspaceId, invoice_id: invoiceId }
    }
  }
})
