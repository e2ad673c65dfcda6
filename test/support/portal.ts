/** A client of an agency, and the way into the portal by mail. */
import { Effect } from "effect"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { newAddress } from "./owners.ts"
import { linkIn, setUp } from "./pages.ts"
import type { sender } from "./requests.ts"

/** The link of the mail. */
export const invite = Effect.fnUntraced(function* (
  call: ReturnType<typeof sender>,
  clientId: string,
  body: object = {}
) {
  yield* call("POST", `/v1/clients/${clientId}/invite`, body)
  return linkIn((yield* (yield* Inbox).receive).text)
})

export const withClient = Effect.gen(function* () {
  const setting = yield* setUp
  const { call } = setting
  const client = (yield* call("POST", "/v1/clients", {
    name: "Ada",
    email: newAddress()
  })).body
  return { ...setting, client }
})
