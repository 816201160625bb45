/**
 * Rules for the settings of fetching. Each reads the text of a setting, and throws an error that
 * names it.
 */

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
