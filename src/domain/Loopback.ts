/** Which hosts are this machine: nothing that goes to them or comes from them has crossed a network. */

/** A name as a URL has it, or an address of a socket; IPv6 with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
