/** Who has access, as the command line lists it: users and apps, without what is secret. */
import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, layer } from "@effect/vitest"
import { ConfigProvider, Console, Context, Effect, Layer } from "effect"
import { layerHere } from "../../src/cli/Operator.ts"
import { Place, placeOpen } from "../../src/cli/Place.ts"
import { runCommand } from "../../src/cli/Run.ts"
import { layerEverything } from "../../src/cli/Shared.ts"
import { migratedDirectory } from "../support/migrated.ts"

class Cli extends Context.Service<
  Cli,
  (line: string) => Effect.Effect<{ code: number; stdout: string; stderr: string }>
>()("test/Cli") {}

const layerDirectory = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(Effect.promise(migratedDirectory), ({ remove }) =>
      Effect.promise(remove)
    ),
    ({ path }) =>
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATA_DIR: path, LOG_LEVEL: "error" } }))
  )
)

/** On one open database, as in a server: that is quicker than opening it for each command. */
const layerCli = Layer.effect(
  Cli,
  Effect.gen(function* () {
    const open = yield* Layer.build(layerEverything)
    return Cli.of((line) => {
      const said = { stdout: "", stderr: "" }
      const outputTo = (to: "stdout" | "stderr") =>
        new Writable({
          write: (text: Buffer, _encoding, done) => {
            said[to] += text.toString()
            done()
          }
        })
      const console = new NodeConsole({ stdout: outputTo("stdout"), stderr: outputTo("stderr") })
      return runCommand(line.split(" ")).pipe(
        Effect.map((code) => ({ code, ...said })),
        Effect.provideService(Console.Console, console),
        Effect.provideService(Place, placeOpen(open)),
        Effect.provide(layerHere),
        Effect.provide(NodeServices.layer),
        Effect.orDie
      )
    })
  })
).pipe(Layer.provide(layerDirectory))

const jsonOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout)

describe("the command line lists", () => {
  layer(layerCli, { excludeTestServices: true })((it) => {
    it.effect("users with their roles", () =>
      Effect.gen(function* () {
        const cli = yield* Cli
        yield* cli(
          "workspace create --name A --currency EUR --timezone UTC --owner-name Olga --owner-email o@a.example"
        )
        const made = jsonOf(yield* cli("user create --name Max --email m@a.example --json"))
        const { users } = jsonOf(yield* cli("user list --json"))
        assert.deepStrictEqual(
          users.map(({ email, role }: Record<string, unknown>) => [email, role]),
          [
            ["o@a.example", "owner"],
            ["m@a.example", "member"]
          ]
        )
        assert.deepStrictEqual(users[1], {
          id: made.user_id,
          name: "Max",
          email: "m@a.example",
          role: "member",
          has_joined: true
        })
        const { stdout } = yield* cli("user list")
        assert.match(stdout, /^id +role +joined +email +name$/m)
        assert.match(stdout, /^user_\w+ +member +yes +m@a\.example +Max$/m)
        const missing = yield* cli("user list --workspace ws_00000000000000000000000000")
        assert.strictEqual(missing.code, 1)
      })
    )

    it.effect("apps with their client ids", () =>
      Effect.gen(function* () {
        const cli = yield* Cli
        assert.include((yield* cli("oauth-app list")).stderr, "There are no apps")
        assert.deepStrictEqual(jsonOf(yield* cli("oauth-app list --json")), { apps: [] })
        const uri = "https://app.example/callback"
        const made = jsonOf(
          yield* cli(`oauth-app create --name Books --redirect-uri ${uri} --json`)
        )
        const listed = yield* cli("oauth-app list --json")
        assert.deepInclude(jsonOf(listed).apps, {
          client_id: made.client_id,
          name: "Books",
          redirect_uris: [uri],
          created_at: jsonOf(listed).apps[0].created_at
        })
        const { stdout } = yield* cli("oauth-app list")
        assert.match(stdout, /^client id +created +name +redirect URIs$/m)
        assert.include(stdout, `Books  ${uri}`)
        assert.notInclude(listed.stdout + stdout, made.client_secret)
      })
    )
  })
})
