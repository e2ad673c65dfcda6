/** `workspace export` and `workspace delete`: the ways out of the service. */
import { Console, DateTime, Effect, Option, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { erasureOf } from "../../../app/workspaces/DeleteWorkspace.ts"
import { WorkspaceExport } from "../../../app/workspaces/ExportWorkspace.ts"
import { Workspaces } from "../../../app/workspaces/Workspaces.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { zipOf } from "../../../infra/backup/Zip.ts"
import { onService } from "../../CommandHost.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { chosenWorkspace, workspaceFlag } from "../ChosenWorkspace.ts"
import { CommandFailed, commandFailed, json } from "../Shared.ts"

export const workspaceExport = Command.make(
  "export",
  {
    json,
    workspace: workspaceFlag,
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace an existing file"),
      Flag.withDefault(false)
    ),
    path: Argument.String("file").pipe(
      Argument.withDescription("Where to write the ZIP; - is standard output")
    )
  },
  Effect.fnUntraced(function* ({ json, workspace: given, force, path }) {
    const workspace = yield* chosenWorkspace(given)
    const { write } = yield* Operator
    const count = { files: 0, bytes: 0 }
    const files = Stream.map((yield* WorkspaceExport).files(workspace), (file) => {
      count.files += 1
      return file
    })
    const bytes = Stream.map(zipOf(files), (chunk) => {
      count.bytes += chunk.length
      return chunk
    })
    yield* write(path, force, bytes)
    const result = { workspace_id: workspace.id, file: path, ...count }
    if (path === "-") yield* Console.error(JSON.stringify(result))
    else yield* print(json, result)
  }, onService)
).pipe(Command.withDescription("Write the workspace's resources and mailed documents into one ZIP"))

export const workspaceDelete = Command.make(
  "delete",
  {
    json,
    // Never the only one by itself: a deletion names what it deletes.
    workspace: Flag.String("workspace").pipe(
      Flag.withDescription("The id of the workspace, ws_…"),
      Flag.withSchema(WorkspaceId.schema)
    ),
    confirm: Flag.String("confirm").pipe(
      Flag.withDescription("The workspace's name, to confirm"),
      Flag.optional
    ),
    undo: Flag.Boolean("undo").pipe(
      Flag.withDescription("Take the deletion back, within 14 days"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ json, workspace: id, confirm, undo }) {
    const workspaces = yield* Workspaces
    if (undo) {
      const { name } = yield* Effect.mapError(workspaces.restore(id), commandFailed)
      return yield* print(json, { workspace_id: id, name, deleted_at: null, erased_at: null })
    }
    if (Option.isNone(confirm)) {
      return yield* new CommandFailed({
        message: "Nothing was deleted: --confirm must be the workspace's name"
      })
    }
    const deleted = yield* Effect.mapError(workspaces.delete(id, confirm.value), commandFailed)
    yield* print(json, {
      workspace_id: id,
      name: deleted.workspace.name,
      deleted_at: DateTime.formatIso(deleted.deletedAt),
      erased_at: DateTime.formatIso(erasureOf(deleted))
    })
    yield* Console.error("Until it is erased, workspace delete --undo takes the deletion back")
  }, onService)
).pipe(
  Command.withDescription("Refuse a workspace's credentials at once, and erase it after 14 days")
)
