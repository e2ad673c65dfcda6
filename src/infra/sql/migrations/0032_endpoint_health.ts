/** How long a webhook endpoint has failed without a break; a process of 0.3.0 does not look at it. */
import { migration } from "../Migration.ts"

export const endpointHealth = migration({
  alters: ["webhook_endpoints"],
  statements: [
    `ALTER TABLE webhook_endpoints
      ADD COLUMN failing_since timestamptz,
      ADD COLUMN failed_at timestamptz`
  ]
})
