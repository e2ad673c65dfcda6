/** The statement of account in the portal: the client's own, in the client's language. */
import { Effect } from "effect"
import type { StatementSpan } from "../../domain/clients/Statement.ts"
import { Statements } from "../clients/Statements.ts"
import { annotate, useCase } from "../UseCase.ts"
import type { Visitor } from "./OpenInvitation.ts"

export const portalStatement = Effect.gen(function* () {
  const statements = yield* Statements

  return useCase("Portal.statement")(function* (
    { workspace, client }: Visitor,
    period: StatementSpan
  ) {
    yield* annotate({ "workspace.id": workspace.id, "client.id": client.id })
    return yield* statements.ofClient(workspace, client.id, period)
  })
})

export const portalStatementPdf = Effect.gen(function* () {
  const statements = yield* Statements

  return useCase("Portal.statementPdf")(function* (
    { workspace, client }: Visitor,
    period: StatementSpan
  ) {
    yield* annotate({ "workspace.id": workspace.id, "client.id": client.id })
    return yield* statements.pdf(workspace, client.id, period)
  })
})
