/**
 * What is heard of changes to what requests are authenticated by: keys, tokens, grants, users,
 * workspaces. Whoever keeps what was read of those asks here whether it still stands.
 */
import { Context } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"

export class CredentialChanges extends Context.Service<
  CredentialChanges,
  {
    /** False while another process may change them unheard: nothing may be kept then. */
    readonly areHeard: () => boolean
    /** How many were heard of so far: taken before a read, it dates what is read. */
    readonly count: () => number
    /** False where something of the workspace changed after that count. */
    readonly isCurrent: (workspaceId: WorkspaceId, since: number) => boolean
  }
>()("retainer/app/ports/CredentialChanges") {}
