/**
 * Reads of clients for the pages in which people work: lists with what is owed, the account of one
 * client, and its last invitation to the portal.
 */
import { Context, Effect, Layer } from "effect"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import type { ClientAccount, ClientBalance, ClientSort } from "../../domain/clients/ClientBoard.ts"
import type { Invitation } from "../../domain/clients/Invitation.ts"
import type { ListTooBroad } from "../../domain/text/Search.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  type ClientBoardPage,
  ClientBoardRepository,
  type ClientPlace
} from "../ports/clients/ClientBoardRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { useCase } from "../UseCase.ts"
import { clientIdOf } from "./ReadClients.ts"

export interface ClientQuery {
  readonly q?: string
  readonly sort: ClientSort
}

export class ClientAccounts extends Context.Service<
  ClientAccounts,
  {
    /** In the order of what is owed, the workspace's currency leads. */
    readonly board: (
      workspace: Workspace,
      query: ClientQuery,
      place: ClientPlace
    ) => Effect.Effect<ClientBoardPage, ListTooBroad>
    readonly sums: (
      workspace: Workspace,
      query: Pick<ClientQuery, "q">
    ) => Effect.Effect<ReadonlyArray<ClientBalance>, ListTooBroad>
    /** The account of a client, none of an unknown one. */
    readonly account: (
      workspace: Workspace,
      clientId: string
    ) => Effect.Effect<ReadonlyArray<ClientAccount>, ClientNotFound>
    /** The newest invitation to the portal, used or not. */
    readonly invitation: (
      workspace: Workspace,
      clientId: string
    ) => Effect.Effect<Invitation | null, ClientNotFound>
  }
>()("retainer/app/ClientAccounts") {
  static readonly layer = Layer.effect(
    ClientAccounts,
    Effect.gen(function* () {
      const board = yield* ClientBoardRepository
      const invitations = yield* InvitationRepository
      return ClientAccounts.of({
        board: useCase("ClientAccounts.board")(function* (workspace, query, place) {
          const today = yield* todayIn(workspace.zone)
          const { currency } = workspace
          return yield* board.page(workspace.id, { ...query, currency, today }, place)
        }),
        sums: useCase("ClientAccounts.sums")(function* (workspace, query) {
          const today = yield* todayIn(workspace.zone)
          return yield* board.sums(workspace.id, { ...query, today })
        }),
        account: useCase("ClientAccounts.account")(function* (workspace, idText) {
          const id = yield* clientIdOf(idText)
          return yield* board.account(workspace.id, id, yield* todayIn(workspace.zone))
        }),
        invitation: useCase("ClientAccounts.invitation")(function* (workspace, idText) {
          return yield* invitations.newest(workspace.id, yield* clientIdOf(idText))
        })
      })
    })
  )
}
