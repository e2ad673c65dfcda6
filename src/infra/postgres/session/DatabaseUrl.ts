/**
 * A URL of a PostgreSQL server as libpq reads it, with one host or several that take over from each
 * other: `postgres://user@h1:5432,h2:5433/database?target_session_attrs=read-write`. `URL` refuses
 * a list of hosts, so the list is parsed here. Changes need a primary, so values of
 * `target_session_attrs` that exclude one are refused.
 * https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
import { checkServerIdentity, type PeerCertificate } from "node:tls"

export interface Host {
  readonly host: string
  readonly port: number
  /** The URL with this host alone. */
  readonly url: URL
}

export interface DatabaseUrl {
  /** In the order of the URL. */
  readonly hosts: readonly [Host, ...ReadonlyArray<Host>]
  /** The list of hosts and ports as it was written. */
  readonly authority: string
  /** Database name with its slash. */
  readonly path: string
  /** Connections go to the Unix domain socket that the first URL names. */
  readonly isUnixSocket: boolean
  readonly hasUser: boolean
}

const maxLength = 4096
const maxHosts = 8
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is

const hostOf = (url: URL): Host => {
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname)
  const port = url.searchParams.get("port") ?? url.port
  return {
    host: host.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? 5432 : Number(port),
    url
  }
}

const acceptsPrimary = ({ searchParams }: URL): boolean =>
  ["any", "read-write", "primary"].includes(searchParams.get("target_session_attrs") ?? "any")

/**
 * The list names each of several hosts, and TLS is required or absent: the driver would check an
 * optional certificate against the first host alone.
 */
const suitsSeveral = ({ searchParams }: URL): boolean =>
  !searchParams.has("host") &&
  !searchParams.has("port") &&
  !["prefer", "allow"].includes(searchParams.get("sslmode") ?? "")

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Undefined if the text is no such URL. */
export const parseDatabaseUrl = (text: string): DatabaseUrl | undefined => {
  if (text.length > maxLength) return undefined
  const [, start, list = "", rest = ""] = form.exec(text) ?? []
  const names = list.split(",")
  if (start === undefined || names.length > maxHosts) return undefined
  const urls = names.flatMap((name) => URL.parse(`${start}${name}${rest}`) ?? [])
  const [first, ...others] = urls
  if (first === undefined || urls.length < names.length || !acceptsPrimary(first)) return undefined
  if (urls.some(({ hostname }) => hostname === "" || !isDecodable(hostname))) return undefined
  if (others.length > 0 && !suitsSeveral(first)) return undefined
  return {
    hosts: [hostOf(first), ...others.map(hostOf)],
    authority: list,
    path: first.pathname,
    isUnixSocket: hostOf(first).host.startsWith("/"),
    hasUser: first.username !== "" || first.password !== ""
  }
}

export const nameOfHost = ({ host, port }: Host): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`

/** Hosts, ports and database, without user, password and options. */
export const hostsAndDatabase = ({ hosts, path }: DatabaseUrl): string =>
  `${hosts.map(nameOfHost).join(",")}${path}`

/**
 * TLS options for connections to any of several hosts: the certificate is that of one of them.
 * Undefined if the driver's own rules hold.
 */
export const tlsOf = ({ hosts }: DatabaseUrl) => {
  const mode = hosts[0].url.searchParams.get("sslmode") ?? "disable"
  if (hosts.length === 1 || mode === "disable") return undefined
  return {
    checkServerIdentity: (name: string, certificate: PeerCertificate): Error | undefined =>
      hosts.some(({ host }) => checkServerIdentity(host, certificate) === undefined)
        ? undefined
        : checkServerIdentity(name, certificate)
  }
}
