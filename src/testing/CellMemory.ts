/** The only cell, which has no label. */
import { Layer } from "effect"
import { Cell } from "../app/ports/Cell.ts"

export const CellMemory = Layer.succeed(Cell, { label: null })
