/**
 * Under which key the throttle counts a caller.
 */
import { countedAddress } from './address.js'

/** An anonymous caller, by network. */
export function addressKey(address: string): string {
  return `address:${countedAddress(address)}`
}

export function accountKey(id: number): string {
  return `account:${id}`
}
