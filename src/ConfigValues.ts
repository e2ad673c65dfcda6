/**
 * What the text of a setting means, or what would be right instead. A problem never repeats the text:
 * it may be a secret.
 */
import { Redacted, Schema } from "effect"
import { EmailAddress, line } from "./domain/Text.ts"
import { parseSecretKeys, type SecretKeys } from "./infra/crypto/SecretKeys.ts"

export type Parsed<T> = { readonly value: T } | { readonly problem: string }
const ok = <T>(value: T): Parsed<T> => ({ value })
const bad = (problem: string): Parsed<never> => ({ problem })

export const parsePort = (text = "3000"): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? ok(Number(text))
    : bad("must be a port from 0 to 65535 (0 takes a free one)")

export const parsePoolSize = (text = "10"): Parsed<number> =>
  /^\d{1,4}$/.test(text) && Number(text) >= 4 && Number(text) <= 1000
    ? ok(Number(text))
    : bad("must be a number of connections from 4 to 1000")

const parseUrl = (text: string, protocols: ReadonlyArray<string>): URL | undefined => {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined
}

export const parseDatabaseUrl = (
  text: string | undefined
): Parsed<Redacted.Redacted | undefined> => {
  if (text === undefined) return ok(undefined)
  return parseUrl(text, ["postgres:", "postgresql:"]) === undefined
    ? bad("must be like postgres://user:password@host:5432/database")
    : ok(Redacted.make(text))
}

export const parseOrigin = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === ""
  return url !== undefined && isOrigin && url.username === ""
    ? ok(url.origin)
    : bad("must be an origin without a path, like https://retainer.example.com")
}

export const parsePortalUrl = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  return url !== undefined && url.search === "" && url.hash === "" && url.username === ""
    ? ok(url.href.replace(/\/+$/, ""))
    : bad("must be a URL without a query, like https://portal.example.com")
}

export const parseSmtpUrl = (
  text: string | undefined
): Parsed<Redacted.Redacted<URL> | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["smtp:", "smtps:"])
  return url === undefined
    ? bad("must be like smtp://user:password@host:587 or smtps://host:465")
    : ok(Redacted.make(url))
}

export const parseRedisUrl = (text: string | undefined): Parsed<Redacted.Redacted | undefined> => {
  if (text === undefined) return ok(undefined)
  return parseUrl(text, ["redis:", "rediss:"]) === undefined
    ? bad("must be like redis://user:password@host:6379")
    : ok(Redacted.make(text))
}

export const parseTls = (
  certFile: string | undefined,
  keyFile: string | undefined
): Parsed<{ readonly certFile: string; readonly keyFile: string } | undefined> => {
  if (certFile === undefined && keyFile === undefined) return ok(undefined)
  return certFile === undefined || keyFile === undefined
    ? bad("and TLS_KEY_FILE are needed together")
    : ok({ certFile, keyFile })
}

export const parseOrigins = (text = ""): Parsed<ReadonlyArray<string>> => {
  const origins = text.split(",").flatMap((part) => part.trim() || [])
  return origins.every((origin) => URL.parse(origin)?.origin === origin)
    ? ok(origins)
    : bad("must be origins separated by commas, like https://app.example.com")
}

export const parseEndpoint = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  return url === undefined ? bad("must be a URL like http://localhost:4318") : ok(url.href)
}

export const parseSecretKey = (text: string | undefined): Parsed<SecretKeys | undefined> => {
  if (text === undefined) return ok(undefined)
  const keys = parseSecretKeys(text)
  return keys === undefined
    ? bad(
        "must be 32 bytes in base64, or several such keys with commas between them, the newest first; " +
          "make one with: openssl rand -base64 32"
      )
    : ok(keys)
}

/** Who mails come from; the name stands where a workspace has none. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** `Name <address>`, the name in quotes or not (RFC 5322 §3.4), or an address alone. */
export const parseMailFrom = (text = "retainer@localhost.localdomain"): Parsed<Sender> => {
  const named = /^(?:"([^"\\]+)"|([^"<>]*[^"<>\s]))?\s*<([^<>]+)>$/.exec(text)
  const name = named?.[1] ?? named?.[2] ?? ""
  const address = named?.[3] ?? text
  return Schema.is(EmailAddress)(address) && (name === "" || Schema.is(line(255))(name))
    ? ok({ name, address })
    : bad("must be one e-mail address, or a name and an address like Agency <billing@x.example>")
}

/** Long enough that it cannot be guessed, and of the characters that a header can carry. */
export const parseMetricsToken = (
  text: string | undefined
): Parsed<Redacted.Redacted | undefined> => {
  if (text === undefined) return ok(undefined)
  return /^[\x21-\x7e]{16,255}$/.test(text)
    ? ok(Redacted.make(text))
    : bad("must be 16 to 255 printable ASCII characters; make one with: openssl rand -hex 32")
}

export const oneOf = <const T extends string>(
  text: string | undefined,
  allowed: ReadonlyArray<T>,
  fallback: T
): Parsed<T> => {
  if (text === undefined) return ok(fallback)
  const found = allowed.find((value) => value === text)
  return found === undefined ? bad(`must be one of: ${allowed.join(" ")}`) : ok(found)
}

/** A secret without which the processor that was named cannot be used. */
export const parseSecretOf = (
  processor: string,
  text: string | undefined
): Parsed<Redacted.Redacted> =>
  text === undefined ? bad(`is needed with PROCESSOR=${processor}`) : ok(Redacted.make(text))
