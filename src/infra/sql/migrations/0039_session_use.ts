/**
 * The last use of a session, and the last time its user entered the password. Null in sessions of
 * earlier versions.
 */
import { migration } from "../schema/Migration.ts"

export const sessionUse = migration({
  alters: ["sessions"],
  statements: [
    "ALTER TABLE sessions ADD COLUMN used_at timestamptz, ADD COLUMN proved_at timestamptz"
  ]
})
