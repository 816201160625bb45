/**
 * Where a request may go. The address is looked up and judged once, and the
 * connection is made to what was judged: a name that says something else the
 * next moment (DNS rebinding) gains nothing.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import settings from '../settings.js'
import { isLocalName, isPublic } from './addresses.js'

/** Characters of an address at most. */
export const MAX_URL_LENGTH = 2000
/** Milliseconds for one question to a name server, and how often it is asked. */
const DNS_OPTIONS = { timeout: 1000, tries: 2 }
/** Milliseconds for all of it, however many name servers there are. */
const LOOKUP_TIMEOUT = 3000

/** A reason why nothing may be, or can be, sent to an address; in a sentence for its owner. */
export class TargetError extends Error {
  override name = 'TargetError'
}

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface Target {
  url: URL
  /** The only addresses to connect to. */
  addresses: ResolvedAddress[]
}

export interface TargetOptions {
  /** Hosts, perhaps with a port, for which nothing of this holds. */
  allowedHosts: readonly string[]
  /** Asked for names of all other hosts; that of the system unless given. */
  resolver?: Pick<Resolver, 'resolve4' | 'resolve6'>
  /** Which addresses are public; `isPublic` unless given. */
  judge?: (address: string) => boolean
}

export class Targets {
  readonly #allowed: ReadonlySet<string>
  readonly #resolver: NonNullable<TargetOptions['resolver']>
  readonly #isPublic: (address: string) => boolean

  /** With the hosts of the settings and the name servers of the system unless given. */
  constructor({ allowedHosts, resolver, judge = isPublic }: TargetOptions = settings) {
    this.#isPublic = judge
    this.#allowed = new Set(allowedHosts)
    // The system's own look-up waits in threads that files and keys need, too.
    this.#resolver = resolver ?? new Resolver(DNS_OPTIONS)
  }

  /**
   * Reads an address, without looking it up.
   *
   * @throws TargetError when nothing may be sent there whatever it resolves to
   */
  read(text: string): URL {
    if (text.length > MAX_URL_LENGTH)
      throw new TargetError(`The address may have ${MAX_URL_LENGTH} characters at most.`)
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new TargetError('This is no address; one looks like https://example.org/hooks.')
    const url = new URL(text)
    if (url.username || url.password)
      throw new TargetError('The address must not hold a name or a password.')
    if (url.hash) throw new TargetError('The address must not have a fragment ("#").')
    if (this.#isAllowed(url)) return url
    if (url.protocol !== 'https:') throw new TargetError('The address must begin with https://.')
    if (url.port) throw new TargetError('The address must not name a port; 443 is used.')
    const host = hostOf(url)
    if (isIP(host) && !this.#isPublic(host)) throw notPublic()
    if (!isIP(host) && isLocalName(host))
      throw new TargetError('The host has a name of a local network, and not a public one.')
    return url
  }

  /**
   * Looks an address up.
   *
   * @throws TargetError when it is not found, or any of its addresses is not a public one
   */
  async resolve(text: string): Promise<Target> {
    const url = this.read(text)
    const host = hostOf(url)
    const family = isIP(host)
    if (family) return { url, addresses: [{ address: host, family: family as 4 | 6 }] }
    const allowed = this.#isAllowed(url)
    const addresses = allowed ? await named(host) : await this.#ask(host)
    if (!addresses.length) throw new TargetError('The name of the host is not known.')
    if (!allowed && !addresses.every(({ address }) => this.#isPublic(address))) throw notPublic()
    return { url, addresses }
  }

  #isAllowed(url: URL): boolean {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    return this.#allowed.has(url.hostname) || this.#allowed.has(`${url.hostname}:${port}`)
  }

  async #ask(host: string): Promise<ResolvedAddress[]> {
    const answers = Promise.all([
      this.#resolver.resolve4(host).catch(() => []),
      this.#resolver.resolve6(host).catch(() => []),
    ])
    const [four, six] = await Promise.race([
      answers,
      sleep(LOOKUP_TIMEOUT, [[], []] as [string[], string[]], { ref: false }),
    ])
    return [
      ...four.map((address) => ({ address, family: 4 as const })),
      ...six.map((address) => ({ address, family: 6 as const })),
    ]
  }
}

/** Hosts the operator named may be known to this machine only. */
async function named(host: string): Promise<ResolvedAddress[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found as ResolvedAddress[]
}

/** The host as sockets take it. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function notPublic(): TargetError {
  return new TargetError('The host has an address that is not public.')
}
