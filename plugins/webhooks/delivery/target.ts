/**
 * Checks destinations of requests. The host name is resolved once, and the
 * connection uses the checked IP addresses, which prevents DNS rebinding.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import settings from '../settings.js'
import ipaddr from 'ipaddr.js'

/** Maximum characters in a URL. */
export const MAX_URL_LENGTH = 2000
/** Timeout of a DNS query in milliseconds, and number of attempts. */
const DNS_OPTIONS = { timeout: 1000, tries: 2 }
/** Timeout in milliseconds of the whole lookup, for any number of name servers. */
const LOOKUP_TIMEOUT = 3000

/** Requests to a URL aren't allowed or aren't possible. The message is for the owner of the URL. */
export class TargetError extends Error {
  override name = 'TargetError'
}

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface Target {
  url: URL
  /** The only IP addresses to connect to. */
  addresses: ResolvedAddress[]
}

export interface TargetOptions {
  /** Hosts with an optional port that aren't checked. */
  allowedHosts: readonly string[]
  /** Resolves all other host names. Defaults to the system's name servers. */
  resolver?: Pick<Resolver, 'resolve4' | 'resolve6'>
  /** Whether an IP address is public. Defaults to `isPublic`. */
  judge?: (address: string) => boolean
}

export class Targets {
  readonly #allowed: ReadonlySet<string>
  readonly #resolver: NonNullable<TargetOptions['resolver']>
  readonly #isPublic: (address: string) => boolean

  /** Defaults to the hosts in the settings and the system's name servers. */
  constructor({ allowedHosts, resolver, judge = isPublic }: TargetOptions = settings) {
    this.#isPublic = judge
    this.#allowed = new Set(allowedHosts)
    // `dns.lookup` would block threads that file and crypto operations need.
    this.#resolver = resolver ?? new Resolver(DNS_OPTIONS)
  }

  /**
   * Parses and checks a URL without resolving its host.
   *
   * @throws TargetError for a URL that is never allowed
   */
  read(text: string): URL {
    if (text.length > MAX_URL_LENGTH)
      throw new TargetError(`The URL can have up to ${MAX_URL_LENGTH} characters.`)
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new TargetError('Enter a URL such as https://example.org/hooks.')
    const url = new URL(text)
    if (url.username || url.password)
      throw new TargetError("The URL can't contain a username or password.")
    if (url.hash) throw new TargetError('The URL can\'t have a fragment ("#").')
    if (this.#isAllowed(url)) return url
    if (url.protocol !== 'https:') throw new TargetError('The URL must start with https://.')
    if (url.port) throw new TargetError("The URL can't have a port. Port 443 is used.")
    const host = hostOf(url)
    if (isIP(host) && !this.#isPublic(host)) throw notPublic()
    if (!isIP(host) && isLocalName(host))
      throw new TargetError('The host name belongs to a local network. Enter a public host name.')
    return url
  }

  /**
   * Checks a URL and resolves its host.
   *
   * @throws TargetError if the host can't be resolved, or any of its IP addresses isn't public
   */
  async resolve(text: string): Promise<Target> {
    const url = this.read(text)
    const host = hostOf(url)
    const family = isIP(host)
    if (family) return { url, addresses: [{ address: host, family: family as 4 | 6 }] }
    const allowed = this.#isAllowed(url)
    const addresses = allowed ? await named(host) : await this.#ask(host)
    if (!addresses.length) throw new TargetError("The host name couldn't be resolved.")
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

/** Resolves an allowed host, which may be resolvable only on this machine. */
async function named(host: string): Promise<ResolvedAddress[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found as ResolvedAddress[]
}

/** The host without the brackets of IPv6. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function notPublic(): TargetError {
  return new TargetError("The host's IP address isn't public.")
}

/** Global unicast addresses of IPv6 (RFC 4291). */
const GLOBAL = ipaddr.parseCIDR('2000::/3')
/** IPv6 blocks for documentation, SRv6 (RFC 3849, 9637), or tunnels to IPv4 (RFC 3056, 4380). */
const NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'].map(
  (range) => ipaddr.parseCIDR(range)
)
/** AS112 and 6to4 relays (RFC 7534, 7535, 7526), which `ipaddr.js` reports as unicast. */
const NOT_PUBLIC_V4 = [
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
  '192.88.99.0/24',
  '0.0.0.0/8',
].map((range) => ipaddr.parseCIDR(range))

/** Suffixes that don't exist in the public DNS (RFC 6761, 6762, 8375; ICANN's .internal). */
const LOCAL_ENDS = ['localhost', 'local', 'internal', 'home.arpa', 'test', 'invalid', 'onion']

/** Whether a name has a single label or a local suffix. */
function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || LOCAL_ENDS.some((end) => name.endsWith(`.${end}`))
}

/**
 * Whether an IP address is a public unicast address (RFC 6890): not private,
 * loopback, link-local, shared, multicast, reserved, or an IPv6 form of an
 * IPv4 address.
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
