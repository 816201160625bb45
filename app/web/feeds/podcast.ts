/**
 * Podcasts: recordings as RSS 2.0 with enclosures, and with the elements that podcast
 * directories require (Apple, Podcasts RSS feed requirements).
 */
import { escapeXml } from '#api/renderers/xml'
import { assetPath } from '#app/web/assets'
import { settings } from '#start/env'
import { MAX_ENTRIES, stableId } from './atom.js'

export interface Episode {
  /** Permanent name of the subject: `audio/901`. */
  about: string
  title: string
  /** Path of the recording's page. */
  path: string
  /** Publication, as a date or datetime. */
  published: string
  description: string
  /** Path of an MP3 file. */
  file: string
  /** File size in bytes; 0 if unknown. */
  size: number
  /** Duration; 0 if unknown. */
  seconds: number
}

export interface Podcast {
  title: string
  description: string
  /** Path of the corresponding page. */
  page: string
  episodes: readonly Episode[]
}

/**
 * Renders the document.
 *
 * @param origin of the server, prepended to paths
 * @param self path of the podcast, with its parameters
 */
export function renderRssFeed(podcast: Podcast, origin: string, self: string): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">',
    '<channel>',
    `<title>${escapeXml(podcast.title)}</title>`,
    `<link>${escapeXml(origin + podcast.page)}</link>`,
    `<description>${escapeXml(podcast.description)}</description>`,
    '<language>en-us</language>',
    '<generator>Curia</generator>',
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(origin + self)}"/>`,
    `<itunes:image href="${escapeXml(origin + assetPath('podcast.png'))}"/>`,
    ...formatOwner(settings.mailFrom),
    '<itunes:explicit>false</itunes:explicit>',
    '<itunes:category text="Government"/>',
    '<itunes:type>episodic</itunes:type>',
    ...podcast.episodes.slice(0, MAX_ENTRIES).map((episode) => itemOf(episode, origin)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** A sender such as `Library <library@example.org>`; the name is optional. */
const SENDER = /^(?:"?(?<name>[^"<>]*?)"?\s*<)?(?<email>[^\s<>"@]+@[^\s<>"@]+)>?$/

/** The owner of the podcast: the sender of the server's emails. */
export function formatOwner(sender: string): string[] {
  const { name, email } = SENDER.exec(sender.trim())?.groups ?? {}
  const owner = escapeXml(name || 'Curia')
  return [
    `<itunes:author>${owner}</itunes:author>`,
    ...(email
      ? [
          '<itunes:owner>',
          `<itunes:name>${owner}</itunes:name>`,
          `<itunes:email>${escapeXml(email)}</itunes:email>`,
          '</itunes:owner>',
        ]
      : []),
  ]
}

function itemOf(episode: Episode, origin: string): string {
  const { about, title, path, published, description, file, size, seconds } = episode
  const time = new Date(published)
  return [
    '<item>',
    `<title>${escapeXml(title || 'Untitled')}</title>`,
    `<link>${escapeXml(origin + path)}</link>`,
    `<guid isPermaLink="false">${stableId(about)}</guid>`,
    ...(Number.isNaN(time.getTime()) ? [] : [`<pubDate>${time.toUTCString()}</pubDate>`]),
    `<description>${escapeXml(description)}</description>`,
    `<enclosure url="${escapeXml(origin + file)}" length="${size}" type="audio/mpeg"/>`,
    ...(seconds ? [`<itunes:duration>${seconds}</itunes:duration>`] : []),
    '</item>',
  ].join('\n')
}
