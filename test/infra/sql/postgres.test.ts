/** The contracts of the storage ports, on PostgreSQL. */
import { Layer } from "effect"
import { layerPostgres, onDatabase } from "../../support/storages.ts"
import { runContracts } from "./contracts.ts"
import { layerTaskSeederSql } from "./TaskSeeder.ts"

runContracts("PostgreSQL", layerTaskSeederSql.pipe(Layer.provideMerge(onDatabase(layerPostgres))))
