import { numericDate, writtenDate } from './dates.js'
import { harmonize } from './case_names.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { documentId, queryValue } from './document_links.js'
import { clean } from './text.js'
import { attribute, firstElement, getTextContent, parseHtmlFragment } from './tree.js'
import { readXml } from './xml.js'
import { isOfKind } from './recognition.js'

/** The event of a feed item. */
export interface RssEntry {
  /** A time stamp with its UTC offset. */
  date_filed: string | null
  short_description: string
  description: ''
  document_number: string | null
  pacer_doc_id: string
  pacer_seq_no: string | null
}

/** An item of a court's feed: a docket with these fields only. */
export interface RssDocket extends DocketNumberParts {
  court_id: string
  case_name: string
  pacer_case_id: string | null
  /** `bk` or `ap`; absent in district feeds. */
  type: string
  office: string
  chapter: string
  trustee_str: string
  assigned_to_str: ''
  referred_to_str: ''
  cause: ''
  nature_of_suit: ''
  jury_demand: ''
  jurisdiction: ''
  demand: ''
  date_filed: null
  date_terminated: null
  date_converted: null
  date_discharged: null
  parties: null
  docket_entries: [RssEntry]
}

/** Maximum number of items in a feed; courts publish those of a day. */
const MAX_ITEMS = 100_000
const DOCKET_NUMBER =
  /^(?:(?:\d{1,2}:\d{2}-(?:[a-z]{1,5}|\d{4})-\d{1,7}|(?:\d-)?\d{2}-(?:[a-z]{2}-)?\d{1,7})(?:-\w{1,8}){0,6}|MDL (?:No\. )?\d{1,5})(?=[ :,;]|$)/i
/** The number and the case in the older form of document links, `show_case_doc?33,235256,,,`. */
const CASE_DOCUMENT = /\/show_case_doc(?:\.pl)?\?(\d{1,9}),(\d{1,12})\b/

/**
 * The items of a court's feed.
 *
 * @param source the feed
 * @param court the court's ID in the system
 * @returns the items with a docket number, in feed order; null if the text is not a feed
 */
export function parseRssFeed(source: string, court: string): RssDocket[] | null {
  if (!isOfKind('rss_feed', source)) return null
  const dockets: RssDocket[] = []
  const entries = new Map<string, RssDocket>()
  for (const item of itemsOf(source)) {
    const docket = parseItem(item, court)
    if (!docket) continue
    const key = entryKey(item)
    const known = key === null ? undefined : entries.get(key)
    if (known) addEvent(known, docket)
    else dockets.push(docket)
    if (key !== null && !known) entries.set(key, docket)
  }
  return dockets
}

/**
 * An entry with several events has one item for each, which share this key. Some courts have the
 * same GUID for all entries of a case. Null for an item without a GUID.
 */
const entryKey = ({ guid, title, pubdate, document }: Item): string | null =>
  guid === '' ? null : JSON.stringify([guid, title, pubdate, document?.url])

function addEvent({ docket_entries: [entry] }: RssDocket, { docket_entries: [more] }: RssDocket) {
  const events = [...entry.short_description.split(' AND '), more.short_description]
  entry.short_description = events.sort((one, other) => (one < other ? -1 : 1)).join(' AND ')
}

type Field = 'title' | 'link' | 'description' | 'guid' | 'pubdate'

/** An item with its fields as text, and the link in its description. */
type Item = Record<Field, string> & { document: { url: string; text: string } | null }

const FIELDS = new Set<string>(['title', 'link', 'description', 'guid', 'pubdate'])

function itemsOf(source: string): Item[] {
  const items: Item[] = []
  let item: Record<Field, string> | null = null
  let field: Field | null = null
  readXml(source, {
    onopentag(name, attributes) {
      if (name === 'item') item = { title: '', link: '', description: '', guid: '', pubdate: '' }
      else if (item && field) item[field] += openingTag(name, attributes)
      else if (item && FIELDS.has(name)) field = name as Field
    },
    ontext(text) {
      if (item && field) item[field] += text
    },
    onclosetag(name) {
      if (name === 'item' && item && items.length < MAX_ITEMS) items.push(withDocument(item))
      if (name === 'item') item = null
      if (name === 'item' || name === field) field = null
      else if (item && field && name === 'a') item[field] += '</a>'
    },
  })
  return items
}

/** A link in a description that isn't escaped; other markup in fields has no meaning. */
const openingTag = (name: string, { href }: Record<string, string>) =>
  name === 'a' && href ? `<a href="${href.replaceAll('"', '&quot;')}">` : ''

/** The HTML in a field, which some feeds escape twice. Markup other than links is text. */
function fragmentOf(field: string) {
  const html = /&lt;a\s/i.test(field) ? getTextContent(parseHtmlFragment(field)) : field
  return parseHtmlFragment(html.replace(/<(?!\/?a\b)/gi, '&lt;'))
}

/** Characters of markup, and those that HTML replaces. */
const TAG = /[<&\r\0]/

/**
 * A description with one link, without anything that HTML would change: its text around the link,
 * the target, and the text of the link. Most have this form, and parsing them takes longer.
 */
const USUAL =
  /^([^<>&\r\0]*)<a href="([^"<>&\r\0]*(?:&(?:caseid|de_seq_num|magic_num)=[^"<>&\r\0]*)*)" {0,3}>([^<>&\r\0]*)<\/a>([^<>&\r\0]*)$/
/** Descriptions are short; longer ones are parsed. */
const MAX_USUAL = 2_000

function withDocument(item: Record<Field, string>): Item {
  const usual = item.description.length <= MAX_USUAL ? USUAL.exec(item.description) : null
  if (usual) {
    const [, before, target, text, after] = usual
    return {
      ...item,
      title: titleOf(item),
      description: before + text + after,
      document: { url: target.trim(), text: clean(text) },
    }
  }
  const root = fragmentOf(item.description)
  const link = firstElement(root, 'a')
  return {
    ...item,
    title: titleOf(item),
    description: getTextContent(root),
    document: link
      ? { url: attribute(link, 'href')?.trim() ?? '', text: clean(getTextContent(link)) }
      : null,
  }
}

const titleOf = ({ title }: Record<Field, string>) =>
  TAG.test(title) ? getTextContent(fragmentOf(title)) : title

function parseItem(item: Item, court: string): RssDocket | null {
  const title = clean(item.title)
  const number = DOCKET_NUMBER.exec(title)?.[0]
  if (number === undefined) return null
  const labels = labelsOf(item.description)
  return {
    court_id: court,
    ...docketNumberParts(number),
    case_name:
      harmonize(title.slice(number.length).replace(/^[ :,;]+/, '')) || 'Unknown Case Title',
    pacer_case_id:
      /(?:DktRpt\.pl\?|[?&]caseId=)(\d{1,12})\b/i.exec(item.link)?.[1] ??
      caseInDocument(item.document?.url ?? ''),
    type: labels.Type,
    office: labels.Office,
    chapter: labels.Chapter,
    trustee_str: labels.Trustee,
    assigned_to_str: '',
    referred_to_str: '',
    cause: '',
    nature_of_suit: '',
    jury_demand: '',
    jurisdiction: '',
    demand: '',
    date_filed: null,
    date_terminated: null,
    date_converted: null,
    date_discharged: null,
    parties: null,
    docket_entries: [parseEntry(item)],
  }
}

const LABELS = ['Type', 'Office', 'Chapter', 'Trustee'] as const

/** Values of `Type: ap Office: 1 Chapter: 7 Trustee: Doe [Event]`; empty if not printed. */
function labelsOf(description: string): Record<(typeof LABELS)[number], string> {
  const head = description.split('[')[0]
  const places = LABELS.map((label) => head.indexOf(`${label}:`))
  const value = (at: number) => {
    if (places[at] === -1) return ''
    const next = places.filter((place) => place > places[at])
    const start = places[at] + LABELS[at].length + 1
    return clean(head.slice(start, next.length > 0 ? Math.min(...next) : undefined))
  }
  return { Type: value(0), Office: value(1), Chapter: value(2), Trustee: value(3) }
}

/** The case ID in a link to a document, or null. */
const caseInDocument = (url: string): string | null =>
  queryValue(url, 'caseid', /^\d{1,12}$/) ?? CASE_DOCUMENT.exec(url)?.[2] ?? null

function parseEntry({ description, pubdate, document }: Item): RssEntry {
  const { url, text } = document ?? { url: '', text: '' }
  const id = documentId(url)
  const number =
    /^(?:<\w{1,10}>)?(\d{1,12})(?![\w-])/.exec(text)?.[1] ?? CASE_DOCUMENT.exec(url)?.[1]
  return {
    date_filed: instantOf(clean(pubdate)),
    short_description: eventsOf(description),
    description: '',
    // Appellate courts without document numbers use the ID.
    document_number: number ?? (/\/docs1\//.test(url) ? id : null),
    pacer_doc_id: id ?? '',
    pacer_seq_no: queryValue(url, 'de_seq_num', /^\d{1,12}$/),
  }
}

/** The events in brackets; several are joined by AND. */
function eventsOf(description: string): string {
  const events: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < description.length; at++) {
    if (description[at] === '[' && depth++ === 0) start = at + 1
    else if (description[at] === ']' && depth > 0 && --depth === 0) {
      events.push(clean(description.slice(start, at)))
    }
  }
  return events.join(' AND ')
}

/** Zones of courts from the Atlantic to Guam, and names of the universal time. */
const OFFSETS: Record<string, string> = {
  '': '+00:00',
  'Z': '+00:00',
  'GMT': '+00:00',
  'UT': '+00:00',
  'UTC': '+00:00',
  'AST': '-04:00',
  'ADT': '-03:00',
  'EST': '-05:00',
  'EDT': '-04:00',
  'CST': '-06:00',
  'CDT': '-05:00',
  'MST': '-07:00',
  'MDT': '-06:00',
  'PST': '-08:00',
  'PDT': '-07:00',
  'AKST': '-09:00',
  'AKDT': '-08:00',
  'HST': '-10:00',
  'HAST': '-10:00',
  'CHST': '+10:00',
}
const TIME = String.raw`(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?: ?([A-Za-z]{1,4})| ?([+-]\d{2}):?(\d{2}))?$`
const WRITTEN = new RegExp(
  `^(?:[A-Za-z]{3,9},? ?)?(\\d{1,2})[ -]([A-Za-z]{3,9})[ -](\\d{4}|\\d{2}),? ${TIME}`
)
const NUMERIC = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})[T ]${TIME}`)

/**
 * The time stamp of `Fri, 03 Feb 2023 11:52:07 EST` or `2023-02-03T11:52:07Z`, or null. A time
 * without a zone is in UTC, as RFC 5322 defines.
 */
function instantOf(printed: string): string | null {
  const written = WRITTEN.exec(printed)
  const numeric = written ? null : NUMERIC.exec(printed)
  const day = written ? dayOf(written) : numeric && numericDate(toUsual(numeric[1]))
  const [hour, minute, second = '00', zone = '', sign, rest] =
    written?.slice(4) ?? numeric?.slice(2) ?? []
  const offset = sign ? `${sign}:${rest}` : OFFSETS[zone.toUpperCase()]
  if (!day || !offset || Number(hour) > 24) return null
  return `${day}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`
}

/** The day of `03 Feb 2023` or `3 February 23`, or null. */
const dayOf = ([, day, month, year]: RegExpExecArray): string | null =>
  writtenDate(`${month} ${day}, ${year.length === 2 ? `20${year}` : year}`)

/** `02/03/2023` for `2023-02-03`. */
const toUsual = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
