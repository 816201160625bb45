/**
 * Documentation pages and their search. The pages are few and kept in memory, so each query scans
 * all of them.
 */
import { escapeHtml } from '#app/support/escape_html'
import { pageDescription } from './page_head.js'

export interface FoundSection {
  path: string
  page: string
  /** Heading; empty for the start of a page. */
  heading: string
  /** Safe HTML with highlighted words. */
  excerpt: string
}

const MAX_QUERY = 100
const MAX_WORDS = 8
const MAX_RESULTS = 20
/** Characters around the first match. */
const AROUND = 100

/** @returns sections that contain all words, best first: headings count more than text */
export function searchDocs(pages: readonly DocPage[], query: string): FoundSection[] {
  const words = query
    .slice(0, MAX_QUERY)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
    ?.slice(0, MAX_WORDS)
  if (!words) return []
  return pages
    .flatMap((page) => sectionsOf(page).map((section) => ({ page, ...section })))
    .flatMap(({ page, heading, text, source }) => {
      const title = `${page.title} ${heading}`.toLowerCase()
      const body = text.toLowerCase()
      if (!words.every((word) => title.includes(word) || body.includes(word))) return []
      const inTitle = words.filter((word) => title.includes(word)).length
      const often = words.reduce((sum, word) => sum + Math.min(5, body.split(word).length - 1), 0)
      return [{ page, heading, text, source, score: inTitle * 10 + often }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ page, heading, text, source }) => ({
      path: `/docs/${page.name}/${heading ? `#${toHeadingAnchor(heading)}` : ''}`,
      page: page.title,
      heading,
      excerpt: excerptOf(readable(source, words) ?? text, words),
    }))
}

/** The text without its code blocks, if that contains one of the words. */
function readable(source: string, words: readonly string[]): string | undefined {
  const text = plain(source.replaceAll(/^```[^]*?^```/gm, ''))
  const lower = text.toLowerCase()
  return words.some((word) => lower.includes(word)) ? text : undefined
}

function sectionsOf({ text }: DocPage): { heading: string; text: string; source: string }[] {
  const [first = '', ...others] = text.split(/^## /m)
  return [
    { heading: '', text: first.replace(/^# .+$/m, '') },
    ...others.map((section) => {
      const end = section.indexOf('\n')
      return { heading: plain(section.slice(0, end)), text: section.slice(end) }
    }),
  ].map((section) => ({ ...section, text: plain(section.text), source: section.text }))
}

/** Removes Markdown syntax. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|#]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function excerptOf(text: string, words: string[]): string {
  const lower = text.toLowerCase()
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = Math.max(0, Math.min(...found, text.length) - AROUND)
  const cut = text.slice(at, at + 2 * AROUND + 60)
  const pattern = new RegExp(`(${words.join('|')})`, 'giu')
  return (
    (at ? '… ' : '') +
    cut
      .split(pattern)
      .map((part, place) => (place % 2 ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
      .join('') +
    (at + cut.length < text.length ? ' …' : '')
  )
}

/** Groups of pages, in menu order. */
export const GROUPS = ['Start', 'API', 'Search', 'Account', 'Operate', 'Extend'] as const
type Group = (typeof GROUPS)[number]

export interface DocPage {
  name: string
  title: string
  /** Markdown. */
  text: string
  group: Group
  /** Position in the group. */
  place: number
}

/** The last line of a page: `<!-- group: API 2 -->`. The default is the last group. */
const MARK = /\n<!-- group: (\w+)(?: (\d+))? -->\s*$/

export function readDocPage(name: string, source: string): DocPage {
  const [, named, place] = MARK.exec(source) ?? []
  const text = source.replace(MARK, '\n')
  return {
    name,
    title: /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name,
    text,
    group: GROUPS.find((group) => group === named) ?? 'Extend',
    place: Number(place ?? Infinity),
  }
}

/** Sorts pages in menu order. */
export function inMenuOrder(pages: readonly DocPage[]): DocPage[] {
  return pages.toSorted(
    (a, b) =>
      GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) ||
      (a.place === b.place ? 0 : a.place - b.place) ||
      (a.title < b.title ? -1 : 1)
  )
}

/** The first paragraph of a page without Markdown, for search engines. */
export function describeDocPage({ text, title }: DocPage): string {
  const paragraph = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .find((part) => /^[\p{L}`"*\[]/u.test(part))
  return pageDescription(plain(paragraph ?? title))
}

/** The anchor of a heading. */
export function toHeadingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
