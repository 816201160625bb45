/**
 * Who may read what is for the operator's programs: metrics, and the details
 * of health checks.
 */
import { timingSafeEqual, hash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8)
LOCAL.addAddress('::1', 'ipv6')

/** Set by proxies: their address says nothing of who asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * With a token, requests that have it; without one, those from this machine
 * that came through no proxy.
 *
 * @param token of the setting METRICS_TOKEN; null: none
 */
export function isOperator({ request }: HttpContext, token: string | null): boolean {
  if (token) {
    const [, given] = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '') ?? []
    return given !== undefined && timingSafeEqual(digest(given), digest(token))
  }
  if (FORWARDED.some((name) => request.header(name) !== undefined)) return false
  const address = request.request.socket.remoteAddress ?? ''
  return address !== '' && LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'))
