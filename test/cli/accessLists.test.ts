/** The lists of users and apps on the command line hold no secret. */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace, runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>

const cli = (line: string) => runCliHere(line.split(" "), place.environment)
const jsonOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout)

beforeAll(async () => {
  place = await placeOnPostgres()
  await createWorkspace(place.environment, { "owner-name": "Olga", "owner-email": "o@a.example" })
})
afterAll(() => place.remove())

describe("the command line lists", () => {
  it("users with their roles", async () => {
    const made = jsonOf(await cli("user create --name Max --email m@a.example --json"))
    const { users } = jsonOf(await cli("user list --json"))
    assert.lengthOf(users, 2)
    assert.deepInclude(users[0], { email: "o@a.example", role: "owner" })
    assert.deepStrictEqual(users[1], {
      id: made.user_id,
      name: "Max",
      email: "m@a.example",
      role: "member",
      has_joined: true
    })
    const { stdout } = await cli("user list")
    assert.match(stdout, /^id +role +joined +email +name$/m)
    assert.match(stdout, /^user_\w+ +member +yes +m@a\.example +Max$/m)
    const missing = await cli("user list --workspace ws_00000000000000000000000000")
    assert.strictEqual(missing.code, 1)
  })

  it("apps with their client ids", async () => {
    assert.include((await cli("oauth-app list")).stderr, "There are no apps")
    assert.deepStrictEqual(jsonOf(await cli("oauth-app list --json")), { apps: [] })
    const uri = "https://app.example/callback"
    const made = jsonOf(await cli(`oauth-app create --name Books --redirect-uri ${uri} --json`))
    const listed = await cli("oauth-app list --json")
    const [{ created_at, ...app }] = jsonOf(listed).apps
    assert.deepStrictEqual(app, {
      client_id: made.client_id,
      name: "Books",
      redirect_uris: [uri]
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const { stdout } = await cli("oauth-app list")
    assert.match(stdout, /^client id +created +name +redirect URIs$/m)
    assert.include(stdout, `Books  ${uri}`)
    assert.notInclude(listed.stdout + stdout, made.client_secret)
  })
})
