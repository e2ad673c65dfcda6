/**
 * Where the server starts. Modules are compiled once per machine: what V8 made of them is kept in the user's
 * cache, without which half of the start would be compiling. `Server.ts` is the server itself.
 */
import cluster from "node:cluster"
import { keepCompiled } from "./CompileCache.ts"
import { makeFilesPrivate } from "./infra/storage/PrivateFiles.ts"

makeFilesPrivate()
keepCompiled()
if (cluster.isWorker) await import("./Server.ts")
else await (await import("./Start.ts")).start()
