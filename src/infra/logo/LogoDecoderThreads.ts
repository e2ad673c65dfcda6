/**
 * Decodes logos on threads of their own, which start on demand and end when idle. Decoding never
 * blocks the event loop or the threads of documents, and has a time limit.
 */
import { Duration, Effect, Layer } from "effect"
import { LogoDecoder, LogoRefused } from "../../app/ports/workspaces/LogoDecoder.ts"
import { uploadProblem } from "../../domain/workspaces/Picture.ts"
import { makeThreads, moduleBeside } from "../threads/Threads.ts"
import type { LogoWorks } from "./LogoThread.ts"

/** The largest accepted picture needs half a second. */
const limit = Duration.seconds(10)

const broken = "is broken, or of a kind that cannot be decoded here: save it again as a plain PNG"

export const LogoDecoderThreads = Layer.effect(
  LogoDecoder,
  Effect.gen(function* () {
    const threads = yield* makeThreads<LogoWorks>({
      entry: moduleBeside(import.meta.url, "LogoThread"),
      minThreads: 0,
      most: 2,
      limit,
      heapMegabytes: 256,
      perOwner: 4
    })
    return LogoDecoder.of({
      decode: Effect.fn("LogoDecoder.decode")(function* (owner, file) {
        const problem = uploadProblem(file)
        if (problem !== undefined) return yield* new LogoRefused({ problem })
        return yield* threads.run(owner, "reencodeLogo", file).pipe(
          Effect.tapError((error) => Effect.logInfo("A logo was not decoded", { owner, error })),
          Effect.catchTags({
            TaskThrew: () => Effect.fail(new LogoRefused({ problem: broken })),
            ThreadFailed: ({ reason }) =>
              Effect.fail(new LogoRefused({ problem: `could not be decoded: ${reason}` }))
          })
        )
      })
    })
  })
)
