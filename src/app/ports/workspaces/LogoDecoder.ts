/**
 * Makes of an uploaded file the logo that is stored, so that what is stored is known to be a picture
 * that can be drawn: at most as large as it is shown, and without what else was in the file.
 */
import { Context, Data, type Effect } from "effect"
import type { Logo } from "../../../domain/workspaces/Workspace.ts"

/** What is wrong with the file, as what follows "Logo". */
export class LogoRefused extends Data.TaggedError("LogoRefused")<{ readonly problem: string }> {}

export class LogoDecoder extends Context.Service<
  LogoDecoder,
  {
    /** Whose it is tells whose turn it is: decoding is work, and nobody waits long behind another. */
    readonly decode: (owner: string, file: Uint8Array) => Effect.Effect<Logo, LogoRefused>
  }
>()("retainer/app/ports/LogoDecoder") {}
