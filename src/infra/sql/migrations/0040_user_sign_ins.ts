/**
 * The last sign-in of a user: the first sign-in is not from a new device. Null until the first
 * sign-in after this migration.
 */
import { migration } from "../schema/Migration.ts"

export const userSignIns = migration({
  alters: ["users"],
  statements: ["ALTER TABLE users ADD COLUMN signed_in_at timestamptz"]
})
