/**
 * Addresses outside of the public internet (IANA special-purpose registries, RFC 6890): this
 * machine, its network, and every IPv6 form that embeds an IPv4 address.
 */
import { BlockList, isIP } from "node:net"

// Two lists, because a common one matches every IPv4 address as ::ffff:0:0/96.
const blocked4 = new BlockList()
const blocked6 = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
] as const) {
  blocked4.addSubnet(network, prefix, "ipv4")
}
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20]
] as const) {
  blocked6.addSubnet(network, prefix, "ipv6")
}

// Global unicast (RFC 4291 §2.4). The mapped and translated forms of IPv4 addresses are outside of
// it.
const global6 = new BlockList()
global6.addSubnet("2000::", 3, "ipv6")

/** False for a text that is no address. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, "ipv4")
    case 6:
      return global6.check(address, "ipv6") && !blocked6.check(address, "ipv6")
    default:
      return false
  }
}
