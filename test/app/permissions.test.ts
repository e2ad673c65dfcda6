/**
 * Use cases refuse by role before they read anything: whatever page, form or token led to them.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CurrentRole } from "../../src/app/CurrentActor.ts"
import { Clients } from "../../src/app/clients/Clients.ts"
import { CreditNotes } from "../../src/app/creditnotes/CreditNotes.ts"
import { MailRecords } from "../../src/app/delivery/MailRecords.ts"
import { Invoicing } from "../../src/app/invoices/Invoicing.ts"
import { Reminders } from "../../src/app/invoices/reminders/Reminders.ts"
import { Credits } from "../../src/app/payments/Credits.ts"
import { Payments } from "../../src/app/payments/Payments.ts"
import { Workspaces } from "../../src/app/workspaces/Workspaces.ts"
import type { Role } from "../../src/domain/access/Scope.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newOwner } from "../support/owners.ts"

type Use = Effect.Effect<unknown, { readonly _tag: string }>

layer(layerRetainerMemory)("a member", (it) => {
  it.effect("is refused what only owners and admins may do, before anything else", () =>
    Effect.gen(function* () {
      const invoicing = yield* Invoicing
      const payments = yield* Payments
      const reminders = yield* Reminders
      const notes = yield* CreditNotes
      const clients = yield* Clients
      const credits = yield* Credits
      const mails = yield* MailRecords
      const { workspace } = (yield* newOwner()).made
      const unknown = "inv_none"
      const guarded: Readonly<Record<string, Use>> = {
        send: invoicing.send(workspace, unknown, null),
        resend: invoicing.resend(workspace, unknown, {}),
        void: invoicing.void(workspace, unknown, null),
        record: payments.record(workspace, unknown, {}),
        reverse: payments.reverse(workspace, unknown, "pay_none", ""),
        remind: reminders.remind(workspace, unknown, null),
        credit: notes.create(workspace, unknown, { reason: "" }),
        resendNote: notes.resend(workspace, "cn_none", {}),
        refund: credits.refund(workspace, "cred_none", {}),
        invite: clients.invite(workspace, "client_none", {}),
        resendMail: mails.resend(workspace, "mail_none")
      }
      const failureAs = (role: Role | null, use: Use) =>
        Effect.map(Effect.flip(Effect.provideService(use, CurrentRole, role)), ({ _tag }) => _tag)
      for (const [name, use] of Object.entries(guarded)) {
        assert.strictEqual(yield* failureAs("member", use), "RoleTooLow", name)
        for (const role of ["admin", "owner", null] as const) {
          assert.match(yield* failureAs(role, use), /NotFound$/, `${name} of ${role}`)
        }
      }
      const { delete: remove } = yield* Workspaces
      for (const role of ["member", "admin"] as const) {
        assert.strictEqual(yield* failureAs(role, remove(workspace.id, "")), "RoleTooLow", role)
      }
      assert.strictEqual(
        yield* failureAs("owner", remove(workspace.id, "")),
        "WorkspaceNameDiffers"
      )
      const drafts = Effect.provideService(
        invoicing.duplicate(workspace, unknown),
        CurrentRole,
        "member"
      )
      assert.strictEqual((yield* Effect.flip(drafts))._tag, "InvoiceNotFound")
    })
  )
})
