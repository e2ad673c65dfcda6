/** Reads of Home: each is one statement, whose cost follows what is shown. */
import { Context, type Effect } from "effect"
import type { ActivityLine } from "../../../domain/home/Activity.ts"
import type { StoredAttention } from "../../../domain/home/Attention.ts"
import type { HomeCounts, HomeTime, OwingClients } from "../../../domain/home/HomeFigures.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

export class HomeRepository extends Context.Service<
  HomeRepository,
  {
    readonly counts: (workspaceId: WorkspaceId) => Effect.Effect<HomeCounts>
    /** At most `maxOfKind` of each kind, without those that need no storage. */
    readonly attention: (
      workspaceId: WorkspaceId,
      time: HomeTime
    ) => Effect.Effect<ReadonlyArray<StoredAttention>>
    /** The newest lines among the latest entries of the log. */
    readonly activity: (
      workspaceId: WorkspaceId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ActivityLine>>
    /**
     * By what is overdue, then by what is owed; each in this currency first, then in any other.
     * Equal clients stand in the order of their ids.
     */
    readonly owing: (
      workspaceId: WorkspaceId,
      today: CalendarDate,
      currency: CurrencyCode,
      limit: number
    ) => Effect.Effect<OwingClients>
  }
>()("retainer/app/ports/HomeRepository") {}
