/** Logos without decoding. */
import { Effect, Layer } from "effect"
import { LogoDecoder, LogoRefused } from "../../app/ports/workspaces/LogoDecoder.ts"
import { pictureHeader, uploadProblem } from "../../domain/workspaces/Picture.ts"

/** Accepts a picture by its first bytes and stores it unchanged, without decoding. */
export const LogoDecoderMemory = Layer.succeed(LogoDecoder, {
  decode: (_owner, file) => {
    const problem = uploadProblem(file)
    const header = pictureHeader(file)
    return problem === undefined && header !== undefined
      ? Effect.succeed({ type: header.type, bytes: file })
      : Effect.fail(new LogoRefused({ problem: problem ?? "must be a picture" }))
  }
})
