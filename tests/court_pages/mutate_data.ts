/** Changes of pages, JSON, XML, and messages, and the comparison of results. */
import type { KindName } from '#app/court_pages/page_signs'
import { HTML_MUTATIONS, type Mutation } from './mutate.js'
import { COLUMN_MUTATIONS } from './mutate_columns.js'

/** Changes of HTML pages, and of the HTML bodies of messages. */
export const PAGE_MUTATIONS: Mutation[] = [...HTML_MUTATIONS, ...COLUMN_MUTATIONS]

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapJson(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapJson(one, change))
  if (!isObject(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapJson(one, change)]))
  )
}

const json = (title: string, change: (object: Json) => Json): Mutation => ({
  title,
  apply: (source) => JSON.stringify(mapJson(JSON.parse(source), change)),
})
const printed = (title: string, print: (source: string) => string): Mutation => ({
  title,
  apply: print,
})

const entriesOf = (object: Json, change: (entries: [string, unknown][]) => [string, unknown][]) =>
  Object.fromEntries(change(Object.entries(object)))

/** Changes of JSON. */
export const JSON_MUTATIONS: Mutation[] = [
  ...[1, 2, 4, '\t'].map((space) =>
    printed(`indentation by ${JSON.stringify(space)}`, (source) =>
      JSON.stringify(JSON.parse(source), null, space)
    )
  ),
  printed('no white space', (source) => JSON.stringify(JSON.parse(source))),
  printed('white space around', (source) => `\n  ${source}\n\n`),
  printed('a byte order mark', (source) => `\uFEFF${source}`),
  printed('escaped slashes', (source) => source.replaceAll('/', String.raw`\/`)),
  printed('carriage returns', (source) =>
    JSON.stringify(JSON.parse(source), null, 2).replaceAll('\n', '\r\n')
  ),
  printed('escaped letters', (source) =>
    source.replace(
      /[\u00A0-\uFFFF]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
    )
  ),
  json('keys in reverse order', (object) => entriesOf(object, (entries) => entries.toReversed())),
  json('keys sorted', (object) =>
    entriesOf(object, (entries) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  ),
  json('an unknown key first', (object) => ({ version: 3, ...object })),
  json('an unknown key last', (object) => ({ ...object, etag: 'W/"1"' })),
  json('an unknown object', (object) => ({ links: { self: '/x' }, ...object })),
  json('an unknown list', (object) => ({ ...object, warnings: ['none', 1, null, {}] })),
  json('an unknown null', (object) => ({ ...object, deleted: null })),
  json('null for absent keys', (object) => ({
    ...object,
    aNumber: object.aNumber ?? null,
    QPLink: object.QPLink ?? null,
  })),
  json('absent for null keys', (object) =>
    entriesOf(object, (entries) => entries.filter(([, value]) => value !== null))
  ),
  json('absent for empty texts', (object) =>
    entriesOf(object, (entries) => entries.filter(([, value]) => value !== ''))
  ),
  json('numbers as texts', (object) =>
    entriesOf(object, (entries) =>
      entries.map(([key, value]) => [key, typeof value === 'number' ? String(value) : value])
    )
  ),
  printed('line feeds after commas', (source) =>
    JSON.stringify(JSON.parse(source), null, 1).replaceAll(/,\n\s+/g, ',\n')
  ),
  printed('a line feed at the end', (source) => `${source}\r\n`),
  json('a nested unknown record', (object) => ({ ...object, audit: { by: { id: 1 } } })),
  json('an unknown empty list', (object) => ({ history: [], ...object })),
  json('an unknown flag', (object) => ({ ...object, isPublic: true })),
]

const xml = (
  title: string,
  form: RegExp,
  text: string | ((...found: string[]) => string)
): Mutation => ({
  title,
  apply: (source) =>
    typeof text === 'string' ? source.replace(form, text) : source.replace(form, text),
})

/** Changes of feeds and other XML. */
export const XML_MUTATIONS: Mutation[] = [
  xml('no XML declaration', /^\s*<\?xml[^>]*\?>\s*/, ''),
  xml('an encoding', /^\s*(?:<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="UTF-8"?>\n'),
  xml(
    'a stand-alone document',
    /^\s*(?:<\?xml[^>]*\?>)?/,
    '<?xml version="1.0" standalone="yes"?>'
  ),
  xml(
    'a style sheet',
    /^(\s*<\?xml[^>]*\?>)?/,
    '$1<?xml-stylesheet type="text/xsl" href="x.xsl"?>'
  ),
  xml('white space before', /^/, '\n \n'),
  xml('white space after', /$/, '\n\n'),
  xml('line feeds between elements', /(<\/\w+>)(?=<)/g, '$1\n'),
  xml('indentation', /(<\/\w+>)\s*(?=<)/g, '$1\n      '),
  xml('carriage returns', /\r?\n/g, '\r\n'),
  xml('a comment', /(<(?:rss|request|gov_uscourts_docket)\b[^>]*>)/, '$1<!-- generated -->'),
  xml('comments between elements', /(<\/(?:item|document|party|case)>)/g, '$1<!-- next -->'),
  xml(
    'a namespace',
    /<(rss|request|gov_uscourts_docket)\b/,
    '<$1 xmlns:dc="http://purl.example/dc"'
  ),
  xml(
    'a schema',
    /<(rss|request|gov_uscourts_docket)\b/,
    '<$1 xmlns:xsi="http://schema.example" xsi:schemaLocation="x"'
  ),
  xml(
    'an unknown element first',
    /(<(?:item|document|party|case_details)\b[^>/]*>)/g,
    '$1<uid>1</uid>'
  ),
  xml('an unknown element last', /(<\/(?:item|document|party|case_details)>)/g, '<uid>1</uid>$1'),
  xml(
    'an unknown element with a prefix',
    /(<\/(?:item|document|party|case_details)>)/g,
    '<dc:creator>court</dc:creator>$1'
  ),
  xml('an unknown empty element', /(<(?:channel|case_details)\b[^>]*>)/, '$1<ttl/>'),
  xml('unknown attributes', /<(item|document|party|case)\b/g, '<$1 rev="1"'),
  xml(
    'single quotes',
    /(<(?:request|case|message|document)\b[^>]*?)(\w+)="([^"']*)"/g,
    "$1$2='$3'"
  ),
  xml('spaces in tags', /(<(?:item|document|party|title|link)\b[^>/]*)>/g, '$1 >'),
  xml('empty elements with two tags', /<(\w+)([^<>]*)\/>/g, '<$1$2></$1>'),
  xml('tabs between elements', /(<\/\w+>|\/>)\s*(?=<)/g, '$1\t'),
  xml(
    'a line feed before the end of tags',
    /(<(?:item|case|request|document|rss)\b[^>/]*)(\/?>)/g,
    '$1\n$2'
  ),
  xml('spaces between attributes', /" (?=\w+=")/g, '"   '),
  xml('line feeds between attributes', /" (?=\w+=")/g, '"\n  '),
  xml('an attribute of the root', /<(rss|request|gov_uscourts_docket)\b/, '<$1 generated="yes"'),
  xml('a comment before the root', /<(?=(?:rss|request|gov_uscourts_docket)\b)/, '<!-- court --><'),
  xml('a comment at the end', /$/, '<!-- end -->'),
  xml(
    'tags in capitals',
    /<(\/?)(item|case|request|document|title|party)\b/g,
    (_, end, name) => `<${end}${name.toUpperCase()}`
  ),
  xml(
    'an unknown empty element at the end',
    /<\/(?=(?:channel|request|gov_uscourts_docket)>)/,
    '<ttl/></'
  ),
  xml('spaces around equals signs', /(\w)="(?=[^"<>]*"[^<>]*>)/g, '$1 = "'),
  xml('numeric entities', /&amp;/g, '&#38;'),
  xml('CDATA', /<title>([^<&]*)<\/title>/g, '<title><![CDATA[$1]]></title>'),
]

/** Changes of the headers of a message. */
const HEADER_MUTATIONS: Mutation[] = [
  xml(
    'more headers',
    /^/,
    'Received: from court.example by mail.example; Wed, 05 Mar 2031 18:09:01 +0000\n'
  ),
  xml('a Reply-To header', /^/, 'Reply-To: help@court.example\n'),
  xml('folded headers', /^Subject: (.{20,60}?) /m, 'Subject: $1\n '),
  xml('header names in capitals', /^(From|Subject|Date):/gm, '$1:'),
  xml('a display name', /^From: ([\w.@-]+)$/m, 'From: Court <$1>'),
  xml('carriage returns', /\r?\n/g, '\r\n'),
]

/** Applies a change to the body of a message. */
const inBody = ({ title, apply, removes }: Mutation): Mutation => ({
  title,
  removes,
  apply(source) {
    const body = source.indexOf('\n\n') + 2
    return source.slice(0, body) + apply(source.slice(body))
  },
})

/**
 * The changes for pages of a kind.
 *
 * @param kind the kind
 * @param source a page of it
 */
export function listMutations(kind: KindName, source: string): Mutation[] {
  if (/^\s*\{/.test(source)) return JSON_MUTATIONS
  if (kind === 'rss_feed' || kind === 'archive_docket' || kind === 'possible_case_numbers')
    return XML_MUTATIONS
  const isMail = kind === 'notice' || kind === 'supreme_court_email'
  return isMail ? [...HEADER_MUTATIONS, ...PAGE_MUTATIONS.map(inBody)] : PAGE_MUTATIONS
}

/** Values of a result that aren't empty, by path. */
function listFields(value: unknown, path = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  const stack: [string, unknown][] = [[path, value]]
  while (stack.length > 0) {
    const [at, one] = stack.pop()!
    if (one === null || one === undefined || one === '') continue
    if (typeof one !== 'object') fields.set(at, one)
    else for (const [key, below] of Object.entries(one)) stack.push([`${at}/${key}`, below])
  }
  return fields
}

/** How many fields survived a change, and which didn't. */
export interface Survival {
  fields: number
  lost: string[]
}

/**
 * Compares the result of a changed page with that of the page. Markup may differ.
 *
 * @param before the result of the page
 * @param after the result of the changed page
 * @param removes paths of fields that aren't on the changed page
 */
export function compareFields(before: unknown, after: unknown, removes?: RegExp): Survival {
  const now = listFields(after)
  const survival: Survival = { fields: 0, lost: [] }
  for (const [path, value] of listFields(before)) {
    if (path.endsWith('description_html') || removes?.test(path)) continue
    survival.fields++
    if (now.get(path) !== value) survival.lost.push(path)
  }
  return survival
}
