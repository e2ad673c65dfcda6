/**
 * Kinds of settings: how the text of a variable is parsed, what would be right, and how the value
 * is shown. A problem never repeats the text, and a shown value holds no secret.
 */
import { Config, ConfigProvider, Redacted, Schema } from "effect"
import { isCellLabel } from "../domain/access/CellLabel.ts"
import { EmailAddress, line } from "../domain/text/Text.ts"
import { parseSecretKeys, type SecretKeys } from "../infra/crypto/SecretKeys.ts"
import { parseDatabaseUrl } from "../infra/postgres/session/DatabaseUrl.ts"

export interface SettingKind<A> {
  readonly read: (name: string) => Config.Config<A>
  /** Completes a sentence that begins with the name. */
  readonly must: string
  readonly show: (value: A) => string | number | boolean
}

const masked = () => "(set, not shown)"
const asItIs = <A>(value: A): A => value

/** Parses a text; undefined if it has another form. */
const parsed =
  <A>(parse: (text: string) => A | undefined) =>
  (name: string): Config.Config<A> =>
    Config.flatMap(Config.String(name), (given) => {
      const value = parse(given)
      return value === undefined
        ? Config.fail(new ConfigProvider.SourceError({ message: `${name} has another form` }))
        : Config.succeed(value)
    })

export const text: SettingKind<string> = {
  read: Config.String,
  must: "must be a text",
  show: asItIs
}

const whole = (minimum: number, maximum: number, must: string): SettingKind<number> => ({
  read: (name) => Config.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })), name),
  must,
  show: asItIs
})

export const port = whole(0, 65_535, "must be a port from 0 to 65535 (0 takes a free one)")
export const processes = whole(1, 64, "must be a number of processes from 1 to 64")
export const mebibytes = whole(1, 5000, "must be a number of MiB from 1 to 5000")
export const bytes = whole(
  0,
  Number.MAX_SAFE_INTEGER,
  `must be a number of bytes from 0 to ${Number.MAX_SAFE_INTEGER}`
)
export const poolSize = whole(4, 1000, "must be a number of connections from 4 to 1000")

export const oneOf = <const T extends string>(allowed: ReadonlyArray<T>): SettingKind<T> => ({
  read: (name) => Config.Literals(allowed, name),
  must: `must be one of: ${allowed.join(" ")}`,
  show: asItIs
})

/** True for the first of two words. */
const either = (yes: string, no: string): SettingKind<boolean> => ({
  read: (name) => Config.map(Config.Literals([yes, no], name), (word) => word === yes),
  must: `must be one of: ${yes} ${no}`,
  show: asItIs
})

export const trueOrFalse = either("true", "false")
export const onOrOff: SettingKind<boolean> = {
  ...either("on", "off"),
  show: (isOn) => (isOn ? "on" : "off")
}

const urlOf = (given: string, ...protocols: ReadonlyArray<string>): URL | undefined => {
  const url = URL.parse(given)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined
}

/** A URL without its user, password and query. */
const withoutSecrets = (url: URL | string): string => {
  const shown = new URL(url)
  if (shown.username !== "" || shown.password !== "") {
    shown.username = "***"
    shown.password = ""
  }
  shown.search = ""
  return shown.href
}
const showUrl = <T extends URL | string>(url: Redacted.Redacted<T>): string =>
  withoutSecrets(Redacted.value(url))

/** The scheme and user as in `withoutSecrets`, which cannot show several hosts. */
const showDatabaseUrl = (given: Redacted.Redacted): string => {
  const url = parseDatabaseUrl(Redacted.value(given))
  return url === undefined
    ? masked()
    : `${url.hosts[0].url.protocol}//${url.hasUser ? "***@" : ""}${url.authority}${url.path}`
}

export const databaseUrl: SettingKind<Redacted.Redacted> = {
  read: parsed((given) => parseDatabaseUrl(given) && Redacted.make(given)),
  must:
    "must be like postgres://user:password@host:5432/database, or with up to eight hosts like " +
    "postgres://user:password@h1:5432,h2:5432/database?target_session_attrs=read-write",
  show: showDatabaseUrl
}

export const redisUrl: SettingKind<Redacted.Redacted> = {
  read: parsed((given) => urlOf(given, "redis:", "rediss:") && Redacted.make(given)),
  must: "must be like redis://user:password@host:6379",
  show: showUrl
}

export const smtpUrl: SettingKind<Redacted.Redacted<URL>> = {
  read: parsed((given) => {
    const url = urlOf(given, "smtp:", "smtps:")
    return url && Redacted.make(url)
  }),
  must: "must be like smtp://user:password@host:587 or smtps://host:465",
  show: showUrl
}

/** Without a trailing slash. */
export const origin: SettingKind<string> = {
  read: parsed((given) => {
    const url = urlOf(given, "http:", "https:")
    const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === ""
    return isOrigin && url.username === "" ? url.origin : undefined
  }),
  must: "must be an origin without a path, like https://retainer.example.com",
  show: asItIs
}

export const cellLabel: SettingKind<string> = {
  read: parsed((given) => (isCellLabel(given) ? given : undefined)),
  must: "must be 2 to 8 characters of a-z and 0-9, the first a letter, like eu1",
  show: asItIs
}

const cellIn = (given: string) => {
  const [label = "", address = ""] = given.split(/=(.*)/s)
  const url = urlOf(address.trim(), "http:", "https:")
  const isOrigin = url?.pathname === "/" && url.search === "" && url.username === ""
  return isCellLabel(label.trim()) && isOrigin ? [{ label: label.trim(), origin: url.origin }] : []
}

/** The cells of a router: labels and addresses. */
export const cellList: SettingKind<
  ReadonlyArray<{ readonly label: string; readonly origin: string }>
> = {
  read: parsed((given) => {
    const parts = given.split(",")
    const cells = parts.flatMap(cellIn)
    const labels = new Set(cells.map(({ label }) => label))
    return cells.length === parts.length && labels.size === cells.length ? cells : undefined
  }),
  must: "must be labels with origins, each label once, like eu1=http://10.0.0.1:3000,eu2=http://10.0.0.2:3000",
  show: (cells) => cells.map(({ label, origin }) => `${label}=${origin}`).join(",")
}

/** Without a trailing slash. */
export const portalUrl: SettingKind<string> = {
  read: parsed((given) => {
    const url = urlOf(given, "http:", "https:")
    const isPlain = url?.search === "" && url.hash === "" && url.username === ""
    return isPlain ? url.href.replace(/\/+$/, "") : undefined
  }),
  must: "must be a URL without a query, like https://portal.example.com",
  show: asItIs
}

export const endpoint: SettingKind<string> = {
  read: parsed((given) => urlOf(given, "http:", "https:")?.href),
  must: "must be a URL like http://localhost:4318",
  show: asItIs
}

export const origins: SettingKind<ReadonlyArray<string>> = {
  read: parsed((given) => {
    const all = given.split(",").flatMap((part) => part.trim() || [])
    return all.every((one) => URL.parse(one)?.origin === one) ? all : undefined
  }),
  must: "must be origins separated by commas, like https://app.example.com",
  show: (all) => all.join(",")
}

export const secretKeyList: SettingKind<SecretKeys> = {
  read: parsed(parseSecretKeys),
  must:
    "must be 32 bytes in base64, or several such keys with commas between them, the newest " +
    "first; " +
    "make one with: openssl rand -base64 32",
  show: ({ length }) => `(${length} set, not shown)`
}

/** Any text. */
export const secret: SettingKind<Redacted.Redacted> = {
  read: Config.Redacted,
  must: "must be a text",
  show: masked
}

/** An empty one among several would accept a signature that anyone can make. */
export const secrets: SettingKind<Redacted.Redacted> = {
  read: parsed((given) => (/^[^\s,]+(,[^\s,]+)*$/.test(given) ? Redacted.make(given) : undefined)),
  must: "must be secrets, separated by commas and without spaces",
  show: masked
}

/** Long enough not to be guessed, in characters that a header can carry. */
export const bearerToken: SettingKind<Redacted.Redacted> = {
  read: parsed((given) => (/^[\x21-\x7e]{16,255}$/.test(given) ? Redacted.make(given) : undefined)),
  must: "must be 16 to 255 printable ASCII characters; make one with: openssl rand -hex 32",
  show: masked
}

/** The sender of mails; the name is used if a workspace has none. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** `Name <address>`, the name in quotes or not (RFC 5322 §3.4), or an address alone. */
export const sender: SettingKind<Sender> = {
  read: parsed((given) => {
    const named = /^(?:"([^"\\]+)"|([^"<>]*[^"<>\s]))?\s*<([^<>]+)>$/.exec(given)
    const name = named?.[1] ?? named?.[2] ?? ""
    const address = named?.[3] ?? given
    const isOne = Schema.is(EmailAddress)(address) && (name === "" || Schema.is(line(255))(name))
    return isOne ? { name, address } : undefined
  }),
  must: "must be one e-mail address, or a name and an address like Agency <billing@x.example>",
  show: ({ name, address }) => (name === "" ? address : `${name} <${address}>`)
}
