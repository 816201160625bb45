/**
 * Addresses on the public Internet. Everything else is a way into the
 * server's own network.
 */
import ipaddr from 'ipaddr.js'

/** What is public by the ranges of IPv6 (RFC 4291); all other blocks are reserved. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')
/** Within them, but for documentation or SRv6 (RFC 3849, 9637), or leading to addresses of IPv4 (RFC 3056, 4380). */
const NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'].map(
  (range) => ipaddr.parseCIDR(range)
)
/** AS112 and 6to4 relays (RFC 7534, 7535, 7526), which ranges of IPv4 count as ordinary. */
const NOT_PUBLIC_V4 = [
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
  '192.88.99.0/24',
  '0.0.0.0/8',
].map((range) => ipaddr.parseCIDR(range))

/** Suffixes that do not exist in the public DNS (RFC 6761, 6762, 8375; ICANN's .internal). */
const LOCAL_ENDS = ['localhost', 'local', 'internal', 'home.arpa', 'test', 'invalid', 'onion']

/** Whether a name can only be one of a local network: of one part, or with such an end. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || LOCAL_ENDS.some((end) => name.endsWith(`.${end}`))
}

/**
 * Whether an address is an ordinary one of the public Internet (RFC 6890):
 * not private, loopback, link-local, shared, multicast, reserved, nor one of
 * IPv6 that stands for one of IPv4.
 *
 * @param address IPv4 or IPv6, without brackets
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return !NOT_PUBLIC_V4.some((range) => parsed.match(range))
  return parsed.match(GLOBAL) && !NOT_PUBLIC.some((range) => parsed.match(range))
}
