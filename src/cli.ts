/** Where the operator's commands start; they are in `cli/Commands.ts`. */
import { keepCompiled } from "./CompileCache.ts"
import { makeFilesPrivate } from "./infra/storage/PrivateFiles.ts"

makeFilesPrivate()
keepCompiled()
await import("./cli/Commands.ts")
