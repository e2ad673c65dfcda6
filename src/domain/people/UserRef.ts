/** A user where a resource names one. */
import { Schema } from "effect"
import { UserId } from "../Ids.ts"

export const UserRef = Schema.Struct({ id: UserId.schema, name: Schema.String })
