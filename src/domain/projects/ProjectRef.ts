/** A project where another resource names it. */
import { Schema } from "effect"
import { ProjectId } from "../Ids.ts"

export const ProjectRef = Schema.Struct({ id: ProjectId.schema, name: Schema.String })
