/** Keys under which the throttle counts callers. */

import { isIPv6 } from 'node:net'

/** The key of an anonymous caller. */
export function addressKey(address: string): string {
  return `address:${countedAddress(address)}`
}

export function accountKey(id: number): string {
  return `account:${id}`
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address, or the /64 prefix of an IPv6 address, which usually identifies a site. */
export function countedAddress(address: string): string {
  const mapped = MAPPED.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
