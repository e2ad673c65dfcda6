/**
 * The tutorial as it stands: its commands, its app, and the people in it, who use their browsers.
 */
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { eventually } from "../support/process.ts"
import { useServer } from "../support/server.ts"
import { runShell } from "../support/shell.ts"
import { root, shells, snippets, withFile } from "../support/snippets.ts"
import { makeVisitor } from "../support/visitor.ts"

const commands = shells.get("docs/tutorial.md") ?? []
const app = snippets.find(({ kind }) => kind === "tutorial")

const service = useServer(() => ({ WEBHOOK_ALLOW_PRIVATE: "true" }))

/** A free port instead of the page's. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/** Registers the app in the settings, and reads what they show. */
const registered = async (redirectUri: string) => {
  const owner = makeVisitor(fetch, service.server.url)
  const password = /password +(\S+)/.exec(service.server.stdout())?.[1] ?? ""
  await owner.signIn("owner@demo-agency.example", password)
  const path = "/settings/apps"
  const shown = await owner.submit(await owner.get(path), path, {
    name: "Ledger",
    redirect_uris: redirectUri
  })
  return {
    owner,
    CLIENT_ID: /app_[0-9a-z]{26}/.exec(shown.body)?.[0] ?? "",
    CLIENT_SECRET: /rcs_[0-9A-Za-z]{38}/.exec(shown.body)?.[0] ?? ""
  }
}

const started = (file: string, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [file], { cwd: root, env })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const ended = new Promise((resolve) => child.on("close", resolve))
  return {
    says: (pattern: RegExp) => eventually(async () => pattern.exec(said)?.[0]),
    stop: async () => {
      child.kill()
      await ended
    }
  }
}

describe("the tutorial", () => {
  it("leads from an invoice to a webhook that says that it is paid", async () => {
    assert.strictEqual(commands.length, 4)
    if (app === undefined) return assert.fail("there is no app")
    const port = String(await freePort())
    const moved = (code: string) => code.replaceAll("4000", port)
    const env = { RETAINER: service.server.url, KEY: service.key }

    const before = commands.slice(0, 2).map(({ code }) => ({ code: moved(code) }))
    const tell = { code: 'echo "INVOICE=$INVOICE SECRET=$WEBHOOK_SECRET"' }
    const made = await runShell([...before, tell], env)
    assert.strictEqual(made.code, 0, made.stderr)
    const [, INVOICE = "", WEBHOOK_SECRET = ""] =
      /INVOICE=(\S+) SECRET=(\S+)/.exec(made.stdout) ?? []
    const { owner, ...credentials } = await registered(`http://127.0.0.1:${port}/callback`)

    await withFile({ ...app, code: moved(app.code) }, async (file) => {
      const running = started(file, {
        RETAINER: service.server.url,
        WEBHOOK_SECRET,
        ...credentials
      })
      try {
        const address = new URL((await running.says(/http\S+\/oauth\/authorize\S+/)) ?? "")
        const consent = await owner.get(`${address.pathname}${address.search}`)
        const action = /<form method="post" action="([^"]+)" class="row"/.exec(consent.body)?.[1]
        const allowed = await owner.submit(consent, (action ?? "").replaceAll("&amp;", "&"), {
          decision: "allow"
        })
        assert.strictEqual((await fetch(allowed.leftFor ?? "")).status, 200)
        await running.says(/INV-0001 is open: 13200/)

        const helpers = { code: (commands[0]?.code ?? "").split("\n\n")[0] ?? "" }
        const link = await runShell([helpers, ...commands.slice(2, 3)], { ...env, INVOICE })
        assert.strictEqual(link.code, 0, link.stderr)
        const path = new URL(link.stdout.trim()).pathname
        const client = makeVisitor(fetch, service.server.url)
        await client.submit(await client.get(`${path}/checkout`), `${path}/test`, { how: "pay" })
        await running.says(/webhook: invoice\.paid/)

        const status = await runShell([helpers, ...commands.slice(3)], { ...env, INVOICE })
        assert.strictEqual(status.stdout.trim(), "paid", status.stderr)
      } finally {
        await running.stop()
      }
    })
  })
})
