/** `file add`: stores a local file with a project, a client or an invoice. */
import { basename } from "node:path"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Mime } from "effect/http"
import { Files } from "../../app/files/Files.ts"
import { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { onService } from "../CommandHost.ts"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { commandFailed, json } from "./Shared.ts"

export const fileAdd = Command.make(
  "add",
  {
    json,
    workspace: workspaceFlag,
    project: Flag.String("project").pipe(Flag.withSchema(ProjectId.schema), Flag.optional),
    client: Flag.String("client").pipe(Flag.withSchema(ClientId.schema), Flag.optional),
    invoice: Flag.String("invoice").pipe(Flag.withSchema(InvoiceId.schema), Flag.optional),
    path: Argument.String("path").pipe(Argument.withDescription("The file"))
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const files = yield* Files
    const incoming = {
      name: basename(input.path),
      declared: Option.getOrElse(Mime.getType(input.path), () => ""),
      bytes: (yield* Operator).read(input.path)
    }
    const file = yield* files
      .receiving(workspace, (receive) =>
        Effect.flatMap(receive(incoming), (received) =>
          files.add(workspace, null, received, {
            projectId: Option.getOrUndefined(input.project),
            clientId: Option.getOrUndefined(input.client),
            invoiceId: Option.getOrUndefined(input.invoice)
          })
        )
      )
      .pipe(Effect.catchTags({ Invalid: commandFailed, FileScopeMissing: Effect.die }))
    yield* print(input.json, { file_id: file.id })
  }, onService)
).pipe(Command.withDescription("Add a file to a project, a client or an invoice: one of the three"))
