/**
 * Rules for fetch settings. Each parses the text of a setting or throws an error that names it.
 */
import { StartupError } from '#app/support/startup_error'

/** A loopback address and port. */
export interface LoopbackAddress {
  host: string
  port: number
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]):(\d{1,5})$/

/** A loopback address with a port. */
export function loopbackAddress() {
  return (name: string, text?: string): LoopbackAddress | undefined => {
    if (!text) return undefined
    const [, host, port] = LOOPBACK.exec(text) ?? []
    if (host && Number(port) >= 1 && Number(port) <= 65_535) {
      // The name might resolve to another machine.
      if (host === 'localhost') return { host: '127.0.0.1', port: Number(port) }
      return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) }
    }
    throw new Error(`${name} must be a loopback address with a port, such as 127.0.0.1:4433`)
  }
}

/** A proxy URL. Errors don't contain it, because it might include a password. */
export function proxyUrl() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const url = URL.canParse(text) ? new URL(text) : null
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) return text
    throw new Error(`${name} must be the http:// or https:// URL of a proxy, with host and port`)
  }
}

/**
 * Court system sessions must be available to the jobs that use them. With several web processes,
 * jobs run in a different process than the login.
 *
 * @throws StartupError
 */
export function requireSharedSessions(
  { workers, redisUrl }: { workers: number; redisUrl: string | null },
  { registry, connect }: { registry: 'on' | 'off'; connect: object | null }
): void {
  if (workers <= 1 || redisUrl || (registry === 'off' && !connect)) return
  const setting = connect ? 'REGISTRY_CONNECT' : 'REGISTRY=on'
  throw new StartupError(
    `${setting} keeps sessions at the court system in one process only. With WORKERS above 1 set REDIS_URL, or WORKERS=1.`
  )
}
