/** Facts of a server that serves: its address, its database, its mail. */
import { Context, type Redacted } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { ProcessorName } from "../domain/payments/Checkout.ts"

/** The demo workspace of the first start; its secrets are printed only then. */
export interface FirstStart {
  readonly workspaceId: WorkspaceId
  readonly ownerEmail: string
  readonly ownerPassword: Redacted.Redacted
  /** With every scope. */
  readonly apiKey: Redacted.Redacted
}

export interface ServingFacts {
  /** The public address, with which links begin. */
  readonly url: string
  /** The address of the socket; differs from `url` behind a proxy. */
  readonly listening: string
  readonly database: "embedded" | "postgresql"
  readonly mail: "files" | "smtp"
  readonly processor: ProcessorName
  /** The page of the API's documentation. */
  readonly docs: string
  /** Null unless the embedded database was empty. */
  readonly firstStart: FirstStart | null
}

export class Serving extends Context.Service<Serving, ServingFacts>()("retainer/Serving") {}
