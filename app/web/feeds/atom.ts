/**
 * Atom feeds (RFC 4287).
 */
import { createHash } from 'node:crypto'
import { escapeXml } from '#api/renderers/xml'

/** Maximum number of entries in a feed. */
export const MAX_ENTRIES = 50

export interface FeedEntry {
  /** Permanent name of the subject: `clusters/1038`. */
  about: string
  title: string
  /** Path on this server. */
  path: string
  /** Last change, as an API datetime. */
  updated: string
  /** Publication, as a date or datetime. */
  published?: string
  /** Safe HTML. */
  summary?: string
}

export interface Feed {
  /** Permanent name of the subject: `court/scotus`. */
  about: string
  title: string
  /** Path of the corresponding page. */
  page: string
  entries: readonly FeedEntry[]
  /** Last change of the feed, for feeds that can be empty. */
  updated?: string
}

/** Namespace of this project for name-based identifiers (RFC 9562, 5.5). */
const NAMESPACE = Buffer.from('6f1d3e5c2b7a4f0e9a51c0de5eed0a70', 'hex')

/** An identifier that doesn't depend on URLs, restarts, or servers (RFC 4287, 4.2.6). */
export function stableId(about: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(about).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}

/**
 * Renders the document.
 *
 * @param origin of the server, prepended to paths
 * @param self path of the feed, with its parameters
 */
export function renderAtomFeed(feed: Feed, origin: string, self: string): string {
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

/** A date construct (RFC 4287, 3.3): whole seconds in UTC. Unknown times become 1970-01-01. */
function timeOf(text: string | undefined): string {
  const time = new Date(text ?? 0)
  return `${(Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().slice(0, 19)}Z`
}
