/** A client where another resource names it. */
import { Schema } from "effect"
import { ClientId } from "../Ids.ts"

export const ClientRef = Schema.Struct({ id: ClientId.schema, name: Schema.String })
