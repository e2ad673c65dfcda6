/** What tests of the pages begin with: an owner, with or without a session, links in mails, forms. */
import { Effect } from "effect"
import { limitsComeBack, newOwner, signedInOwner } from "./owners.ts"
import type { Visitor } from "./visitor.ts"

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
