/**
 * Owners of workspaces in the app in memory. Each has a unique address, so that the tests of a file
 * share one app.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { CreatedWorkspace } from "../../src/app/workspaces/CreateWorkspace.ts"
import { User } from "../../src/domain/people/User.ts"
import {
  ownerPassword,
  RetainerMemory,
  type WorkspaceOptions
} from "../../src/testing/RetainerMemory.ts"
import { sender } from "./requests.ts"
import { makeVisitor } from "./visitor.ts"

/** The origin of the app in memory. */
export const origin = "http://retainer.test"

/** A unique address. */
export const newAddress = (): string => `${randomUUID()}@x.example`

/** A new workspace and who may come in: its key, its owner (not signed in yet), anyone. */
export const newOwner = Effect.fnUntraced(function* (
  options: Omit<WorkspaceOptions, "ownerEmail"> = {}
) {
  const app = yield* RetainerMemory
  const email = newAddress()
  const made = yield* app.workspace({ ...options, ownerEmail: email })
  const anyone = () => makeVisitor(app.fetch, origin)
  return { app, made, email, visitor: anyone(), anyone, call: sender(made.apiKey) }
})

/** The same, with the owner signed in. */
export const signedInOwner = Effect.fnUntraced(function* (
  options: Omit<WorkspaceOptions, "ownerEmail"> = {}
) {
  const owner = yield* newOwner(options)
  yield* Effect.promise(() => owner.visitor.signIn(owner.email, ownerPassword))
  return owner
})

/** The owner of a workspace of the app in memory. */
export const ownerOf = ({ workspace, userId }: CreatedWorkspace) =>
  new User({
    id: userId,
    workspaceId: workspace.id,
    name: "Olga Owner",
    email: "owner@agency.example",
    role: "owner"
  })

/** The limits of addresses have come back since the last test. */
export const limitsComeBack = TestClock.adjust("1 hour")
