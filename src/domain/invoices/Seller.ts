/**
 * The agency as a document shows it. An issued invoice keeps the one of its day, so that no later
 * setting changes what was sent.
 */
import type { Workspace } from "../workspaces/Workspace.ts"

export interface Seller {
  /** The legal name where there is one. */
  readonly name: string
  readonly address: string | null
  readonly vatId: string | null
  readonly email: string | null
  /** `#rrggbb` */
  readonly colour: string | null
  /** SHA-256 of the logo's bytes, in hex. */
  readonly logoHash: string | null
  /** BCP 47: the forms of numbers and dates. */
  readonly locale: string
  /** IANA: the day that an instant falls on. */
  readonly timeZone: string
}

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
