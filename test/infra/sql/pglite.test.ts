/** The contracts of the storage ports, on PGlite. */
import { Layer } from "effect"
import { layerPglite, onDatabase } from "../../support/storages.ts"
import { runContracts } from "./contracts.ts"
import { layerTaskSeederSql } from "./TaskSeeder.ts"

runContracts("PGlite", layerTaskSeederSql.pipe(Layer.provideMerge(onDatabase(layerPglite))))
