/** The endpoints of the workspace that the credential belongs to (docs/spec.md §4.8). */
import { HttpApiEndpoint } from "effect/http-api"
import { writeScopes } from "../../domain/access/Scope.ts"
import { WorkspaceResource, WorkspaceUpdate } from "../../domain/workspaces/WorkspaceResource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { UnprocessableResponse } from "../errors/ErrorEnvelope.ts"

export class WorkspaceApi extends group(
  "workspace",
  "The agency: what documents show of it, and the defaults of its invoices.",
  query(HttpApiEndpoint.get("get", "/workspace", { success: WorkspaceResource }), {
    scope: "invoices:read",
    role: "member",
    answers: "resource",
    summary: "Get the workspace"
  }),
  command(
    HttpApiEndpoint.patch("update", "/workspace", {
      payload: WorkspaceUpdate,
      success: WorkspaceResource,
      error: UnprocessableResponse
    }),
    {
      scope: { kind: "all of a key", scopes: writeScopes },
      role: "admin",
      dryRun: true,
      answers: "resource",
      summary: "Update the workspace",
      description:
        "Absent fields stay, `null` clears; `address`, `registration`, `contact`, " +
        "`electronic_address` and `bank_account` are replaced as a whole. A default tax rate or " +
        "category that is given alone replaces both. `id`, `plan`, `currency`, `language`, " +
        "`address_text` and the times cannot be changed here. New `reminder_days` may send " +
        "reminders today. Sent invoices stay as they are."
    }
  )
) {}
