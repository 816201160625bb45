/**
 * Where a request may go. The address is looked up and judged once, and the
 * connection is made to what was judged: a name that says something else the
 * next moment (DNS rebinding) gains nothing.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import settings from '../settings.js'
import ipaddr from 'ipaddr.js'

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
function isLocalName(host: string): boolean {
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
