/** URLs with one host and with several: what they mean, and what is refused. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Host,
  hostsAndDatabase,
  nameOfHost,
  parseDatabaseUrl,
  tlsOf
} from "../../../../src/infra/postgres/session/DatabaseUrl.ts"

const several = "postgres://u:p%40ss@h1:5433,h2,[::1]:6000/db?target_session_attrs=read-write"
const named = (hosts: ReadonlyArray<Host> = []) => hosts.map(nameOfHost)

describe("the URL of a database", () => {
  it("has several hosts, each with its port", () => {
    const url = parseDatabaseUrl(several)
    assert.deepStrictEqual(named(url?.hosts), ["h1:5433", "h2:5432", "[::1]:6000"])
    assert.strictEqual(url?.hosts[1]?.url.href, several.replace(/@.*\//, "@h2/"))
    assert.strictEqual(url && hostsAndDatabase(url), "h1:5433,h2:5432,[::1]:6000/db")
  })

  it("has one host, or the directory of a Unix domain socket", () => {
    const one = parseDatabaseUrl("postgresql://u@db.example/d")
    assert.deepStrictEqual(named(one?.hosts), ["db.example:5432"])
    assert.strictEqual(one?.isUnixSocket, false)
    const socket = parseDatabaseUrl("postgres://u@localhost/d?host=/run/postgresql")
    assert.strictEqual(socket?.isUnixSocket, true)
  })

  it.each([
    "",
    "postgres://",
    "postgres:///d",
    "mysql://u@h1,h2/d",
    "postgres://u@h1,,h2/d",
    "postgres://u@h1,h2:99999/d",
    "postgres://u@h1:x,h2/d",
    "postgres://u@h1,h2%zz/d",
    "postgres://u@h1,h2/d?target_session_attrs=standby",
    "postgres://u@h1/d?target_session_attrs=prefer-standby",
    "postgres://u@h1,h2/d?host=/run/postgresql",
    "postgres://u@h1,h2/d?port=5433",
    "postgres://u@h1,h2/d?sslmode=prefer",
    `postgres://u@${Array.from({ length: 9 }, (_, at) => `h${at}`).join(",")}/d`,
    `postgres://u@h/${"d".repeat(5000)}`
  ])("is not %s", (text) => {
    assert.isUndefined(parseDatabaseUrl(text))
  })

  it("accepts the certificate of each of its hosts, and no other", () => {
    const tls = (text: string) => {
      const url = parseDatabaseUrl(text)
      return url && tlsOf(url)
    }
    assert.isUndefined(tls("postgres://u@h1/d?sslmode=require"))
    assert.isUndefined(tls("postgres://u@h1,h2/d"))
    const check = tls("postgres://u@h1.x,10.0.0.2/d?sslmode=verify-full")?.checkServerIdentity
    const accepts = (subjectaltname: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: Node reads these fields alone
      check?.("h1.x", { subject: { CN: "x" }, subjectaltname } as any) === undefined
    assert.isTrue(accepts("DNS:h1.x"))
    assert.isTrue(accepts("IP Address:10.0.0.2"))
    assert.isFalse(accepts("DNS:h3.x"))
  })
})
