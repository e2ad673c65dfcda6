/** The contracts of the storage ports, in memory. */
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { runContracts } from "./contracts.ts"

runContracts("memory", layerMemoryStorage)
