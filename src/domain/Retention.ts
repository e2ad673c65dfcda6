/**
 * How long rows stay that nothing needs any more. Events and the audit log have no end. docs/operator.md
 * has the same times in words.
 */
import { Duration } from "effect"

/** Sessions, links and access tokens after their end: a late visitor still learns why. Also idempotency keys. */
export const briefly = Duration.days(1)

/** Webhook deliveries, codes, refresh tokens, grants, invitations and failed jobs. */
export const history = Duration.days(30)

/** What became of mails. */
export const mailRecords = Duration.days(90)
