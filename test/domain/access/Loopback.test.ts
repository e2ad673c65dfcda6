/**
 * Which hosts are this machine: what looks like one and is none decides on cookies, TLS and
 * proxies.
 */
import { assert, describe, it } from "@effect/vitest"
import { isLoopback } from "../../../src/domain/access/Loopback.ts"

describe("a host", () => {
  it.each([
    "localhost",
    "LOCALHOST",
    "app.localhost",
    "127.0.0.1",
    "127.255.1.2",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
    "[::FFFF:127.0.0.1]",
    new URL("http://[::ffff:127.0.0.1]").hostname
  ])("%s is this machine", (host) => assert.isTrue(isLoopback(host)))

  it.each([
    "",
    "localhost.evil.example",
    "notlocalhost",
    ".localhost",
    "127.0.0.1.evil.example",
    "127.0.0",
    "128.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "::",
    "::2",
    "[::1",
    "::1]",
    "[localhost]",
    "[127.0.0.1]",
    "::ffff:10.0.0.1",
    new URL("http://[::ffff:128.0.0.1]").hostname,
    "localhost:3000",
    "localhost\n"
  ])("%j is not", (host) => assert.isFalse(isLoopback(host)))
})
