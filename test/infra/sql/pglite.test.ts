/** The contracts of the storage ports, on PGlite. */
import { layerPglite, onDatabase } from "../../support/storages.ts"
import { runContracts } from "./contracts.ts"

runContracts("PGlite", onDatabase(layerPglite))
