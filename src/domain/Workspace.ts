/** A workspace: the tenant. Every other row belongs to exactly one (DECISIONS §1). */
import { DateTime, Schema } from "effect"
import { CurrencyCode } from "./Currency.ts"
import { WorkspaceId } from "./Ids.ts"
import { EmailAddress, line, prose } from "./Text.ts"

export const Plan = Schema.Literals(["starter", "growth", "scale"])
export type Plan = typeof Plan.Type

/** An IANA zone name that this runtime knows, in its canonical spelling or an alias. */
export const TimeZoneName = Schema.String.check(
  Schema.makeFilter((name) =>
    /^[A-Za-z]/.test(name) && DateTime.zoneMakeNamed(name)._tag === "Some"
      ? undefined
      : "must be an IANA time zone such as Europe/Berlin"
  )
)

/** What precedes the digits of an invoice number, before its dash. */
export const InvoicePrefix = Schema.String.check(
  Schema.isPattern(/^[A-Z0-9][A-Z0-9-]{0,15}$/, {
    message: "must be 1 to 16 of A-Z, 0-9 and dash, not beginning with a dash"
  })
)

/** How the agency presents itself on documents, mails and pages. */
export const Branding = Schema.Struct({
  legalName: Schema.NullOr(line(255)),
  address: Schema.NullOr(prose(1000)),
  vatId: Schema.NullOr(line(64)),
  email: Schema.NullOr(EmailAddress),
  /** `#rrggbb` */
  colour: Schema.NullOr(Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/)))
})
export type Branding = typeof Branding.Type

export class Workspace extends Schema.Class<Workspace>("Workspace")({
  id: WorkspaceId.schema,
  name: line(255),
  plan: Plan,
  currency: CurrencyCode,
  timeZone: TimeZoneName,
  invoicePrefix: InvoicePrefix,
  paymentTermsDays: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
  branding: Branding
}) {
  /** The zone in which the workspace's days begin. */
  get zone(): DateTime.TimeZone {
    return DateTime.zoneMakeNamedUnsafe(this.timeZone)
  }
  /** The name that stands on documents: the legal one where there is one. */
  get displayName(): string {
    return this.branding.legalName ?? this.name
  }
}
