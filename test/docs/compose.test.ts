/**
 * The example deployment: containers are hardened, the first start generates secrets, and every
 * mounted file exists.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { parse } from "yaml"
import { temporaryDirectory } from "../support/process.ts"

const root = new URL("../../", import.meta.url).pathname
const text = readFileSync(join(root, "docker-compose.yml"), "utf8")

interface Service {
  readonly image?: string
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly security_opt?: ReadonlyArray<string>
  readonly mem_limit?: string
  readonly cpus?: number
  readonly pids_limit?: number
  readonly ports?: ReadonlyArray<string>
  readonly command?: ReadonlyArray<string>
  readonly volumes?: ReadonlyArray<string>
}

const compose: {
  readonly services: Readonly<Record<string, Service>>
  readonly configs: Readonly<Record<string, { readonly file?: string; readonly content?: string }>>
} = parse(text, { merge: true })
const services = Object.entries(compose.services)

describe("docker-compose.yml", () => {
  it.each(services)("closes %s: nothing to write, no privilege, limits", (_, service) => {
    assert.isTrue(service.read_only)
    assert.deepStrictEqual(service.cap_drop, ["ALL"])
    assert.deepStrictEqual(service.security_opt, ["no-new-privileges:true"])
    assert.isString(service.mem_limit)
    assert.isNumber(service.cpus)
    assert.isNumber(service.pids_limit)
  })

  it("pins each image by its digest, and that of ours too", () => {
    const pinned = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/
    for (const [name, { image }] of services)
      if (image !== undefined) assert.match(image, pinned, name)
    const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))
    assert.match(base?.[1] ?? "", pinned)
  })

  it("lets others reach the proxy alone", () => {
    for (const [name, { ports = [] }] of services) {
      if (name === "proxy") continue
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name)
    }
  })

  it("has no secret, and no configuration that a read-only container does not take", () => {
    assert.notMatch(text, /SECRET_KEY:|POSTGRES_PASSWORD:|:\/\/\w+:[^$@\s]+@/)
    for (const { file = "", content } of Object.values(compose.configs)) {
      assert.isUndefined(content)
      assert.isTrue(existsSync(join(root, file)), file)
    }
  })

  it("starts the instances as the image does, with the files of both in one place", () => {
    const image = /^CMD (\[.+\])$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))
    for (const name of ["app1", "app2"]) {
      assert.deepStrictEqual(compose.services[name]?.command, JSON.parse(image?.[1] ?? ""))
      assert.include(compose.services[name]?.volumes ?? [], "data:/data")
    }
  })
})

describe("the secrets of its first start", () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  beforeAll(async () => {
    directory = await temporaryDirectory()
    const bin = join(directory.path, "bin")
    for (const name of ["bin", "keys", "password"]) mkdirSync(join(directory.path, name))
    writeFileSync(join(bin, "chown"), `#!/bin/sh\necho "$@" >> ${directory.path}/owners\n`)
    chmodSync(join(bin, "chown"), 0o755)
  })
  afterAll(() => directory.remove())

  const at = (path: string) => join(directory.path, path)
  const run = () => {
    const [script = ""] = compose.services["secrets"]?.command ?? []
    const here = script
      .replaceAll(" /keys/", ` ${at("keys/")}`)
      .replaceAll(" /password/", ` ${at("password/")}`)
    const env = { PATH: `${at("bin")}:${process.env["PATH"]}` }
    assert.strictEqual(spawnSync("sh", ["-ec", here], { env }).status, 0)
  }
  const read = () => [
    readFileSync(at("keys/secret.key"), "utf8"),
    readFileSync(at("password/database"), "utf8")
  ]

  it("are random, and stay, also where a start was killed in the middle", () => {
    writeFileSync(at("keys/new.key"), "half")
    writeFileSync(at("password/new"), "half", { mode: 0o444 })
    run()
    const [key = "", password = ""] = read()
    assert.lengthOf(Buffer.from(key, "base64"), 32)
    assert.match(password, /^[0-9a-f]{48}$/)
    assert.strictEqual(statSync(at("keys/secret.key")).mode & 0o777, 0o600)
    assert.include(readFileSync(at("owners"), "utf8"), "node ")
    run()
    assert.deepStrictEqual(read(), [key, password])
  })
})
