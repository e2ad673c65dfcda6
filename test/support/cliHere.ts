/**
 * Runs the operator's commands in this process, with their own settings, and captures their output.
 * On the shared PostgreSQL a command takes 50 ms, a process on the embedded database 1.3 s. Tests
 * of the process itself, and of commands that a server runs, use `runCli` of process.ts.
 */
import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect } from "effect"
import { CommandHost } from "../../src/cli/CommandHost.ts"
import { localHost } from "../../src/cli/LocalHost.ts"
import { layerLocalOperator } from "../../src/cli/Operator.ts"
import { runCommand } from "../../src/cli/Run.ts"
import type { Environment, Finished } from "./process.ts"

const keeping = () => {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      chunks.push(text)
      done()
    }
  })
  return { stream, text: () => chunks.join("") }
}

/**
 * Runs `retainer` with the arguments until it ends; of this process's own settings it sees none.
 */
export const runCliHere = async (
  args: ReadonlyArray<string>,
  env: Environment = {}
): Promise<Finished> => {
  const [stdout, stderr] = [keeping(), keeping()]
  const console = new NodeConsole({
    stdout: stdout.stream,
    stderr: stderr.stream,
    colorMode: false
  })
  const code = await runCommand(args).pipe(
    Effect.provideService(CommandHost, localHost(args)),
    Effect.provide(layerLocalOperator),
    Effect.provide(NodeServices.layer),
    Effect.provideService(Console.Console, console),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))),
    Effect.runPromise
  )
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** A workspace made by the command; the flags come on top of those that it must have. */
export const createWorkspace = async (
  extra: Environment,
  flags: Readonly<Record<string, string>> = {}
): Promise<{
  readonly workspace_id: string
  readonly api_key: string
  readonly owner_email: string
  readonly owner_password: string
}> => {
  const given = {
    name: "Acme",
    plan: "scale",
    currency: "EUR",
    timezone: "UTC",
    "owner-name": "O",
    "owner-email": "o@x.example",
    ...flags
  }
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
  const made = await runCliHere(["workspace", "create", ...args, "--json"], extra)
  if (made.code !== 0) throw new Error(`no workspace: ${made.stderr}`)
  return JSON.parse(made.stdout)
}
