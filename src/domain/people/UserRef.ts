/** Reference to a user inside another resource. */
import { Schema } from "effect"
import { UserId } from "../Ids.ts"

export const UserRef = Schema.Struct({ id: UserId.schema, name: Schema.String })
