/** What a server tells of itself once it serves. */
import { Context, type Redacted } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { ProcessorName } from "../domain/payments/Processor.ts"

/** What the first start made. Nothing else ever tells the secrets again. */
export interface FirstStart {
  readonly workspaceId: WorkspaceId
  readonly ownerEmail: string
  readonly ownerPassword: Redacted.Redacted
  /** Of a key with every scope. */
  readonly apiKey: Redacted.Redacted
}

export interface ServingFacts {
  /** What links begin with. */
  readonly url: string
  /** The address of the socket: another than `url` behind a proxy. */
  readonly listening: string
  readonly database: "embedded" | "postgresql"
  readonly mail: "files" | "smtp"
  readonly processor: ProcessorName
  /** The page of the API's documentation. */
  readonly docs: string
  /** On an embedded database that was empty, the workspace that was made in it; else null. */
  readonly firstStart: FirstStart | null
}

export class Serving extends Context.Service<Serving, ServingFacts>()("retainer/Serving") {}
