/**
 * Statements of account (docs/spec.md §4.3): the movements of a client's account over a period,
 * with balances and ageing by currency, as data and as a PDF in the client's language.
 */
import { Context, Effect, Layer } from "effect"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import {
  mostMovements,
  type Statement,
  type StatementSpan,
  StatementTooLong,
  statementsOf
} from "../../domain/clients/Statement.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { StatementRepository } from "../ports/clients/StatementRepository.ts"
import { type PdfNotDrawn, PdfRenderer } from "../ports/invoices/PdfRenderer.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { clientIdOf } from "./ReadClients.ts"

export class Statements extends Context.Service<
  Statements,
  {
    readonly ofClient: (
      workspace: Workspace,
      clientId: string,
      period: StatementSpan
    ) => Effect.Effect<Statement, ClientNotFound | StatementTooLong>
    readonly pdf: (
      workspace: Workspace,
      clientId: string,
      period: StatementSpan
    ) => Effect.Effect<Uint8Array, ClientNotFound | StatementTooLong | PdfNotDrawn>
  }
>()("retainer/app/Statements") {
  static readonly layer = Layer.effect(
    Statements,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const ledger = yield* StatementRepository
      const workspaces = yield* WorkspaceRepository
      const renderer = yield* PdfRenderer

      const ofClient = useCase("Statements.ofClient")(function* (
        workspace: Workspace,
        idText: string,
        period: StatementSpan
      ) {
        const id = yield* clientIdOf(idText)
        yield* annotate({ "client.id": id })
        const [from, to] =
          period.from <= period.to ? [period.from, period.to] : [period.to, period.from]
        const limit = mostMovements + 1
        const { timeZone } = workspace
        const { client, read } = yield* Effect.all(
          {
            client: clients.view(workspace.id, id),
            read: ledger.read(workspace.id, id, { from, to, timeZone, limit })
          },
          { concurrency: "unbounded" }
        )
        if (read.movements.length > mostMovements) return yield* new StatementTooLong()
        const issuedOn = yield* todayIn(workspace.zone)
        const statement: Statement = {
          ...{ client, from, to, issuedOn },
          currencies: statementsOf(read, to)
        }
        return statement
      })

      return Statements.of({
        ofClient,
        pdf: useCase("Statements.pdf")(function* (workspace, id, period) {
          const statement = yield* ofClient(workspace, id, period)
          const logo = yield* workspaces.logo(workspace.id)
          return yield* renderer.statement({ workspace, statement, logo })
        })
      })
    })
  )
}
