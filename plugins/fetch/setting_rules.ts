/**
 * Rules for the settings of fetching. Each reads the text of a setting, and throws an error that
 * names it.
 */
import { StartupError } from '#app/support/startup_error'

/** A loopback address and port. */
export interface LoopbackAddress {
  host: string
  port: number
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]):(\d{1,5})$/

/** An address of this machine with a port, or nothing. */
export function loopbackAddress() {
  return (name: string, text?: string): LoopbackAddress | undefined => {
    if (!text) return undefined
    const [, host, port] = LOOPBACK.exec(text) ?? []
    if (host && Number(port) >= 1 && Number(port) <= 65_535) {
      // The name might be resolved to another machine.
      if (host === 'localhost') return { host: '127.0.0.1', port: Number(port) }
      return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) }
    }
    throw new Error(`${name} must be a loopback address with a port, as 127.0.0.1:4433`)
  }
}

/** The URL of a proxy, or nothing. The error does not repeat it, because it might hold a password. */
export function proxyUrl() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const url = URL.canParse(text) ? new URL(text) : null
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) return text
    throw new Error(`${name} must be http:// or https:// with host and port of a proxy`)
  }
}

/**
 * Sessions at the court system must be where the jobs that use them run: with
 * several web processes that is another process than the one that opened them.
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
