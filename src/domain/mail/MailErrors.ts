/** Refusals to resend a mail, in words for a person. */
import { Data } from "effect"
import { shownId } from "../Ids.ts"

export class MailNotFound extends Data.TaggedError("MailNotFound")<{ readonly id: string }> {
  override get message() {
    return `No mail of the last 90 days has the id ${shownId(this.id)}`
  }
}

export class MailNotRepeatable extends Data.TaggedError("MailNotRepeatable")<{
  readonly reason: string
}> {
  override get message() {
    return `This mail cannot be sent again: ${this.reason}`
  }
}
