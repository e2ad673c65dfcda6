/** The contracts of the storage ports, on PostgreSQL. */
import { layerPostgres, onDatabase } from "../../support/storages.ts"
import { runContracts } from "./contracts.ts"

runContracts("PostgreSQL", onDatabase(layerPostgres))
