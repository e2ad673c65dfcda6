/** The agency on a document. The send stores it, so later settings do not change a sent invoice. */
import { Schema } from "effect"
import { shape } from "../Resource.ts"
import type { Workspace } from "../workspaces/Workspace.ts"

export const Seller = shape({
  /** The legal name where there is one. */
  name: Schema.String,
  address: Schema.NullOr(Schema.String),
  vatId: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** `#rrggbb` */
  colour: Schema.NullOr(Schema.String),
  /** SHA-256 of the logo's bytes, in hex. */
  logoHash: Schema.NullOr(Schema.String),
  /** BCP 47: the forms of numbers and dates. */
  locale: Schema.String,
  /** IANA: the day that an instant falls on. */
  timeZone: Schema.String
})
export type Seller = typeof Seller.Type

export const sellerOf = (workspace: Workspace): Seller => ({
  name: workspace.displayName,
  address: workspace.branding.address,
  vatId: workspace.branding.vatId,
  email: workspace.branding.email,
  colour: workspace.branding.colour,
  logoHash: workspace.logoHash,
  locale: workspace.locale,
  timeZone: workspace.timeZone
})
