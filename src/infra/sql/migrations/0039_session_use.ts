/** When a session was last used, and when its user last entered the password. Null in sessions of earlier versions. */
import { migration } from "../Migration.ts"

export const sessionUse = migration({
  alters: ["sessions"],
  statements: [
    "ALTER TABLE sessions ADD COLUMN used_at timestamptz, ADD COLUMN proved_at timestamptz"
  ]
})
