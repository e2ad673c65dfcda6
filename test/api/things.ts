/** Endpoints of an API that is not ours, for the tests of the constructors. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

const Thing = Schema.Struct({ id: Schema.String, created_at: Schema.String })
export const Done = Schema.Struct({ id: Schema.String, done_at: Schema.String })
const params = { id: Schema.String }

export const create = HttpApiEndpoint.post("create", "/things", {
  payload: Schema.Struct({ name: Schema.String }),
  success: Thing.pipe(HttpApiSchema.status("Created"))
})
export const finish = HttpApiEndpoint.post("finish", "/things/:id/finish", {
  params,
  success: Done
})
export const update = HttpApiEndpoint.patch("update", "/things/:id", {
  params,
  payload: Schema.Struct({ name: Schema.String }),
  success: Thing
})
export const remove = HttpApiEndpoint.delete("remove", "/things/:id", {
  params,
  success: HttpApiSchema.NoContent
})
export const get = HttpApiEndpoint.get("get", "/things/:id", { params, success: Thing })
export const list = HttpApiEndpoint.get("list", "/things", {
  success: Schema.Struct({ data: Schema.Array(Thing) })
})

export const resource = {
  scope: "projects:write",
  role: "member",
  summary: "S",
  answers: "resource"
} as const
export const action = { scope: "projects:write", role: "member", summary: "S" } as const
