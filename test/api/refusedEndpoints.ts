/**
 * Endpoints that must not compile: tsc fails where one does. The same arguments stand in
 * `Endpoint.test.ts` without the fault. Never called.
 */

import { command, group, query, unauthenticated } from "../../src/api/endpoint/Endpoint.ts"
import { Idempotency } from "../../src/api/endpoint/Middleware.ts"
import { action, create, finish, get, list, remove, resource } from "./things.ts"

export const isRefused = () => {
  // An operation without a scope.
  // @ts-expect-error
  command(create, { summary: "S", role: "member", answers: "resource" })
  // @ts-expect-error
  query(list, { summary: "S", role: "member" })
  // @ts-expect-error
  query(list, { summary: "S", role: "member", scope: "projects:everything" })

  // An operation without a least role.
  // @ts-expect-error
  command(remove, { summary: "S", scope: "projects:write" })
  // @ts-expect-error
  query(list, { summary: "S", scope: "projects:read" })

  // A POST that is no command has no idempotency; only a named reason does without a credential.
  // @ts-expect-error
  query(finish, action)
  // @ts-expect-error
  unauthenticated(finish, { summary: "S" })
  // @ts-expect-error
  command(list, action)

  // An endpoint as the framework has it, in a group.
  // @ts-expect-error
  group("raw", "Raw.", finish)
  // @ts-expect-error
  group("raw", "Raw.", command(remove, action), finish.middleware(Idempotency))
  // @ts-expect-error
  group("raw", "Raw.", { endpoint: finish })

  // A resource that is not declared as one, and what is none but declared so.
  // @ts-expect-error
  command(create, action)
  // @ts-expect-error
  command(finish, resource)
  // @ts-expect-error
  query(list, resource)

  // A table of what is no list.
  // @ts-expect-error
  query(get, { ...resource, table: true })

  // A body that is optional where none is taken.
  // @ts-expect-error
  command(finish, { ...action, body: "optional" })
}
