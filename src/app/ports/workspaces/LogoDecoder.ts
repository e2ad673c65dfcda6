/**
 * Logo decoder: turns an uploaded file into the stored logo, a picture that can be drawn, at most
 * as large as it is shown, without other content of the file.
 */
import { Context, Data, type Effect } from "effect"
import type { Logo } from "../../../domain/workspaces/Workspace.ts"

/** The problem as the rest of "Logo …". */
export class LogoRefused extends Data.TaggedError("LogoRefused")<{ readonly problem: string }> {}

export class LogoDecoder extends Context.Service<
  LogoDecoder,
  {
    /** Decoding takes turns between owners. */
    readonly decode: (owner: string, file: Uint8Array) => Effect.Effect<Logo, LogoRefused>
  }
>()("retainer/app/ports/LogoDecoder") {}
