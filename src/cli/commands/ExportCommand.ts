/** `workspace export`: everything of a workspace that its agency may take along, as one ZIP. */
import { Console, Effect, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { WorkspaceExport } from "../../app/workspaces/ExportWorkspace.ts"
import { zipOf } from "../../infra/backup/Zip.ts"
import { onService } from "../CommandHost.ts"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { json } from "./Shared.ts"

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
