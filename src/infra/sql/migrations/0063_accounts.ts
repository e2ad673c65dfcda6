/**
 * What a user chooses for the own account, whether a mailed link proved the address, the device and
 * address of a session, and links that confirm a new e-mail address. A process of the previous
 * release does not open such a link, because it is sealed for another purpose.
 */
import { migration } from "../schema/Migration.ts"
import { validateConstraint } from "../schema/OnlineSteps.ts"

const statements = [
  `ALTER TABLE users
    ADD COLUMN language text CHECK (language IN ('en', 'de', 'fr', 'es')),
    ADD COLUMN keys boolean NOT NULL DEFAULT true,
    ADD COLUMN email_verified_at timestamptz`,
  `ALTER TABLE sessions
    ADD COLUMN browser text, ADD COLUMN system text, ADD COLUMN ip_address text`,
  "ALTER TABLE user_links ADD COLUMN email text",
  "ALTER TABLE user_links DROP CONSTRAINT user_links_purpose_check",
  `ALTER TABLE user_links ADD CONSTRAINT user_links_purpose CHECK (
    purpose IN ('invite', 'reset', 'email') AND (purpose = 'email') = (email IS NOT NULL)) NOT VALID`
]

export const accounts = migration({
  alters: ["users", "sessions", "user_links"],
  statements,
  online: [validateConstraint("user_links", "user_links_purpose")]
})
