/** References to resources inside other resources: the id, and the name to show. */
import { Schema } from "effect"
import { ClientId, ProjectId, UserId } from "./Ids.ts"

export const ClientRef = Schema.Struct({ id: ClientId.schema, name: Schema.String })
export const ProjectRef = Schema.Struct({ id: ProjectId.schema, name: Schema.String })
export const UserRef = Schema.Struct({ id: UserId.schema, name: Schema.String })
