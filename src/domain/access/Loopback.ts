/** Loopback hosts: traffic to or from them has crossed no network. */

const name = String.raw`(?:.+\.)?localhost`
const ipv4 = String.raw`127(?:\.\d{1,3}){3}`
// URLs write the IPv4 address in hexadecimal.
const ipv6 = String.raw`::1|::ffff:(?:${ipv4}|7f[\da-f]{2}:[\da-f]{1,4})`
const loopback = new RegExp(String.raw`^(?:${name}|${ipv4}|${ipv6}|\[(?:${ipv6})\])$`, "i")

/** A name as a URL has it, or an address of a socket; IPv6 with or without brackets. */
export const isLoopback = (host: string): boolean => loopback.test(host)
