/** The first and last failure of a webhook endpoint; a process of 0.3.0 ignores them. */
import { migration } from "../schema/Migration.ts"

export const endpointHealth = migration({
  alters: ["webhook_endpoints"],
  statements: [
    `ALTER TABLE webhook_endpoints
      ADD COLUMN failing_since timestamptz,
      ADD COLUMN failed_at timestamptz`
  ]
})
