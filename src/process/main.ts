/** Entry of the server. `Server.ts` is its process, `ServerLayers.ts` the server itself. */
import "./Prepare.js"
import cluster from "node:cluster"

if (cluster.isWorker) await import("./Server.ts")
else await (await import("./Start.ts")).start()
