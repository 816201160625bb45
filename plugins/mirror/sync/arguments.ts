/** Arguments of the commands that add and change mirrors, and pull records. */
import { CommandRefusal } from '#app/support/interrupted'
import type { MirrorRow } from './feed_sync.js'
import type { Filters } from '../records/scope.js'

/** Tokens of all kinds of servers: printable, without spaces. */
const TOKEN = /^[\x21-\x7e]{1,500}$/
/** A filter of a list; parameters that change its pages aren't filters. */
const FILTER =
  /^(?!(?:fields|omit|order_by|cursor|page|page_size|count|format|include|expand)=)([a-z_0-9]{1,200}!?)=(.{1,1000})$/s

/** @throws CommandRefusal */
export function requireToken(token: string | undefined): void {
  if (token !== undefined && !TOKEN.test(token))
    throw new CommandRefusal('the token must be printable characters without spaces')
}

/** @throws CommandRefusal */
export function readFilters(texts: readonly string[]): Filters {
  return texts.map((text) => {
    const [, name, value] = FILTER.exec(text) ?? []
    if (name === undefined)
      throw new CommandRefusal(`"${text}" isn't a filter; use name=value, for example court=nysd`)
    return [name, value!] as const
  })
}

/** @throws CommandRefusal unless there is one */
export function oneResource(resources: readonly string[]): string {
  if (resources.length !== 1)
    throw new CommandRefusal('a filter needs one --resource, whose records it selects')
  return resources[0]!
}

/**
 * The URL of a server, without a slash at its end.
 *
 * @throws CommandRefusal
 */
export function readUrl(text: string): string {
  if (!URL.canParse(text)) throw new CommandRefusal(`"${text}" is not a URL`)
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new CommandRefusal(
      'the URL must begin with https:// or http://, without a username, password, query, or fragment'
    )
  return origin + pathname.replace(/\/+$/, '')
}

/** The files of the public service. */
const PUBLIC_FILES = { host: 'www.courtlistener.com', url: 'https://storage.courtlistener.com/' }
/** Where a Curia server has the API under the names of the public service. */
const PUBLIC_ROOT = /\/courtlistener$/

/**
 * The URL before the paths of an upstream's files, with a slash at its end.
 *
 * @param url of the upstream
 * @param given URL in the command
 * @throws CommandRefusal if it isn't known
 */
export function findFilesUrl(url: string, names: MirrorRow['names'], given?: string): string {
  if (given !== undefined) return `${readUrl(given)}/`
  if (names === 'own') return `${url}/storage/`
  if (PUBLIC_ROOT.test(url)) return `${url.replace(PUBLIC_ROOT, '')}/storage/`
  if (new URL(url).host === PUBLIC_FILES.host) return PUBLIC_FILES.url
  throw new CommandRefusal(
    'the URL of the files of this server is unknown; add --files-url with the URL before their paths'
  )
}
