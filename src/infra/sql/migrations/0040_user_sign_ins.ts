/** When a user last signed in: the first sign-in comes from no new device. Null before the first that this counts. */
import { migration } from "../Migration.ts"

export const userSignIns = migration({
  alters: ["users"],
  statements: ["ALTER TABLE users ADD COLUMN signed_in_at timestamptz"]
})
