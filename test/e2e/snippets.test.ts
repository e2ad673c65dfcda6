/** The TypeScript of the documents: all of it type-checks, programs run against a real server. */
import { spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import type { Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { runNode } from "../support/process.ts"
import { useServer } from "../support/server.ts"
import { root, type Snippet, snippets, withFile } from "../support/snippets.ts"

const service = useServer()

const ofKind = (kind: Snippet["kind"]) => snippets.filter((snippet) => snippet.kind === kind)

/** The files of all blocks, so that the type checker runs once. */
const withFiles = async (
  rest: ReadonlyArray<Snippet>,
  use: (files: ReadonlyArray<string>) => Promise<void>
): Promise<void> => {
  const [first, ...others] = rest
  return first === undefined
    ? use([])
    : withFile(first, (file) => withFiles(others, (files) => use([file, ...files])))
}

describe("the TypeScript of README and docs", () => {
  it("type-checks as the sources do", () =>
    withFiles(snippets, async (files) => {
      const project = `.snippets-${process.pid}.json`
      const text = JSON.stringify({ extends: "./tsconfig.json", include: ["src/**/*.d.ts"], files })
      writeFileSync(`${root}${project}`, text)
      const { status, stdout } = spawnSync("node_modules/.bin/tsc", ["-p", project], {
        cwd: root,
        encoding: "utf8"
      })
      rmSync(`${root}${project}`)
      assert.deepStrictEqual({ status, stdout }, { status: 0, stdout: "" })
    }))

  for (const snippet of ofKind("program"))
    it(`${snippet.place} runs to its end and says something`, () =>
      withFile(snippet, async (file) => {
        const { code, stdout, stderr } = await runNode([file], {
          RETAINER: service.server.url,
          KEY: service.key
        })
        assert.strictEqual(code, 0, stderr)
        assert.match(stdout, /\d+\n$/)
      }))

  for (const snippet of ofKind("receiver"))
    it(`${snippet.place} takes what is signed and refuses the rest`, () =>
      withFile(
        { ...snippet, code: snippet.code.replace(/listen\(\d+\)/, "listen(0)") },
        async (file) => {
          const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`
          process.env["WEBHOOK_SECRET"] = secret
          const { server: receiver }: { readonly server: HttpServer } = await import(
            /* @vite-ignore */ `${root}${file}`
          )
          const { port } = receiver.address() as AddressInfo
          const post = async (body: string, signed: string) => {
            const at = new Date()
            const response = await fetch(`http://127.0.0.1:${port}`, {
              method: "POST",
              body,
              headers: {
                "webhook-id": "msg_1",
                "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
                "webhook-signature": new Webhook(secret).sign("msg_1", at, signed)
              }
            })
            return response.status
          }
          const events = await fetch(`${service.server.url}/v1/events?limit=1`, {
            headers: { authorization: `Bearer ${service.key}` }
          })
          const event = JSON.stringify((await events.json()).data[0])
          assert.strictEqual(await post(event, event), 204)
          assert.strictEqual(await post(`${event} `, event), 400)
          receiver.closeAllConnections()
          receiver.close()
        }
      ))

  it("is there, of each kind", () => {
    for (const kind of ["program", "receiver", "test"] as const) assert.isNotEmpty(ofKind(kind))
  })
})
