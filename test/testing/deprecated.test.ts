/** Deprecated names of the package still work until the next major version. */
import { assert, it } from "@effect/vitest"
import type { SignInBegun, StartedSignIn } from "../../src/client.ts"
import { Cashier, PaymentProcessorControl, PdfRendererControl, Printer } from "../../src/testing.ts"

it("exports renamed services under their old names, too", () => {
  assert.strictEqual(Printer, PdfRendererControl)
  assert.strictEqual(Cashier, PaymentProcessorControl)
  const started: StartedSignIn = { url: "https://a.example", state: "s", codeVerifier: "v" }
  const begun: SignInBegun = started
  assert.strictEqual(begun, started)
})
