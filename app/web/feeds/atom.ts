/**
 * Feeds as Atom (RFC 4287).
 */
import { createHash } from 'node:crypto'
import { escapeXml } from '#api/renderers/xml'

/** Entries of a feed at most. */
export const MAX_ENTRIES = 50

export interface FeedEntry {
  /** What the entry is about, the same for good: `clusters/1038`. */
  about: string
  title: string
  /** Path on this server. */
  path: string
  /** When it last changed, as a datetime of the API. */
  updated: string
  /** When it was published, as a date or datetime. */
  published?: string
  /** Safe HTML. */
  summary?: string
}

export interface Feed {
  /** What the feed is of, the same for good: `court/scotus`. */
  about: string
  title: string
  /** Path of the page with the same content. */
  page: string
  entries: readonly FeedEntry[]
  /** When it was last changed, where it may have no entries. */
  updated?: string
}

/** A namespace for identifiers by name (RFC 9562, 5.5), of this project. */
const NAMESPACE = Buffer.from('6f1d3e5c2b7a4f0e9a51c0de5eed0a70', 'hex')

/** An identifier that no address, restart or other server changes (RFC 4287, 4.2.6). */
export function stableId(about: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(about).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}

/**
 * The document.
 *
 * @param origin of the server, in front of paths
 * @param self path of the feed, with its parameters
 */
export function atomOf(feed: Feed, origin: string, self: string): string {
  const entries = feed.entries.slice(0, MAX_ENTRIES)
  const updated = entries.map((entry) => timeOf(entry.updated)).concat(timeOf(feed.updated))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${stableId(feed.about)}</id>`,
    `<title>${escapeXml(feed.title)}</title>`,
    `<updated>${updated.toSorted().at(-1)}</updated>`,
    '<author><name>Curia</name></author>',
    '<generator>Curia</generator>',
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + feed.page)}"/>`,
    ...entries.map((entry) => entryOf(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function entryOf({ about, title, path, updated, published, summary }: FeedEntry, origin: string) {
  return [
    '<entry>',
    `<id>${stableId(about)}</id>`,
    `<title>${escapeXml(title || 'Untitled')}</title>`,
    `<updated>${timeOf(updated)}</updated>`,
    ...(published ? [`<published>${timeOf(published)}</published>`] : []),
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + path)}"/>`,
    ...(summary ? [`<summary type="html">${escapeXml(summary)}</summary>`] : []),
    '</entry>',
  ].join('\n')
}

/** A date construct (RFC 4287, 3.3): whole seconds in UTC. What is unknown is long ago. */
function timeOf(text: string | undefined): string {
  const time = new Date(text ?? 0)
  return `${(Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().slice(0, 19)}Z`
}
