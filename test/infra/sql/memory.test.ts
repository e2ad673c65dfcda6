/** The contracts of the storage ports, in memory. */
import { Layer } from "effect"
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { runContracts } from "./contracts.ts"
import { layerTaskSeederMemory } from "./TaskSeeder.ts"

runContracts("memory", layerTaskSeederMemory.pipe(Layer.provideMerge(layerMemoryStorage)))
