/** One line for each answered request; no answer waits for it to be written. */
import { Context } from "effect"

export interface AccessRecord {
  /** When it was answered, milliseconds of the Unix epoch. */
  readonly at: number
  readonly requestId: string
  readonly method: string
  /** Without query, and without the tokens of paths. */
  readonly path: string
  readonly status: number
  readonly millis: number
  /** The client's IP address, at most 64 printable characters. */
  readonly address: string
  /** The id of the API key or grant that the request came with; null where none was valid. */
  readonly credential: string | null
}

export class AccessLog extends Context.Service<
  AccessLog,
  {
    /** `context` is that of the request, for a log whose lines carry its span. */
    readonly write: (record: AccessRecord, context: Context.Context<never>) => void
  }
>()("retainer/app/ports/AccessLog") {}
