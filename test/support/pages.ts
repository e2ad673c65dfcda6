/** Fixtures of page tests: an owner with or without a session, links in mails, forms. */
import { Effect } from "effect"
import type { Mail } from "../../src/app/ports/mail/Mailer.ts"
import type { Role } from "../../src/domain/access/Scope.ts"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { ownerPassword, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { limitsComeBack, newAddress, newOwner, origin, signedInOwner } from "./owners.ts"
import { makeVisitor, type Visitor } from "./visitor.ts"

export const setUp = Effect.andThen(limitsComeBack, newOwner())

export const signedIn = Effect.andThen(limitsComeBack, signedInOwner())

export const linkIn = (text: string): string =>
  new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").pathname

export const submit = (
  visitor: Visitor,
  path: string,
  values: Readonly<Record<string, string | ReadonlyArray<string>>>,
  action = path
) => visitor.get(path).then((page) => visitor.submit(page, action, values))

/** The next mail that is not a notice: earlier sign-ins and keys may have caused some. */
export const nextMail = Effect.flatMap(Inbox, ({ receive }) =>
  Effect.repeat(receive, { until: ({ subject }) => !subject.startsWith("Notice:") })
)

/** An owner whose password proof has expired enters the password again. */
export const enterPassword = (visitor: Visitor) =>
  Effect.promise(() => submit(visitor, "/sign-in/confirm", { password: ownerPassword }))

/** A colleague who was invited by the visitor and is signed in. */
export const colleagueOf = Effect.fnUntraced(function* (owner: Visitor, role: Role) {
  const { fetch } = yield* RetainerMemory
  const path = "/settings/users"
  const email = newAddress()
  yield* enterPassword(owner)
  yield* Effect.promise(() => submit(owner, path, { name: "Max", email, role }))
  const { receive } = yield* Inbox
  const isInvitation = ({ text }: Mail) => text.includes("/welcome/")
  const link = linkIn((yield* Effect.repeat(receive, { until: isInvitation })).text)
  const colleague = makeVisitor(fetch, origin)
  yield* Effect.promise(() => submit(colleague, link, { password: "a password of a colleague" }))
  return colleague
})
