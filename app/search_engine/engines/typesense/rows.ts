/** The stored document of a parent or child. */
import { hash } from 'node:crypto'
import { analyseValue } from '../../analysis/analyse_value.js'
import type {
  ChildDocument,
  ParentDocument,
  SearchDocument,
  SearchValue,
} from '../../index_definition.js'
import {
  beginningField,
  exactField,
  facetField,
  keyField,
  FOREVER,
  type Kind,
  type Layout,
  NO_DAY,
  numberField,
  stemField,
  textOrderField,
  valueField,
} from './schema.js'
import { beginningCode, numberCode, sortedText, valueToken, wordToken } from './tokens.js'
import { MAX_PHRASE_LENGTH } from '../../query/limits.js'

const MILLISECONDS_A_DAY = 86_400_000

/** A document of a collection; numbers too large for JavaScript are `bigint`. */
export type Stored = Record<string, unknown> & { id: string; kind: Kind }

/** Fields of the document of a parent or child, and its words, which may be new to the index. */
export interface Content {
  fields: Record<string, unknown>
  present: string[]
  /** Sort values, as positions show them. */
  values: Record<string, string | number>
  /** Words of texts, as written. */
  words: Set<string>
}

/** @param which the fields to include: the parent's own, or those shared by all of its rows */
export function buildDocumentContent(
  { fields: known }: Layout,
  { fields: given }: SearchDocument,
  which: 'shared' | 'own' | 'child'
): Content {
  const content: Content = { fields: {}, present: [], values: {}, words: new Set() }
  for (const field of known.values()) {
    const place = field.level === 'child' ? 'child' : field.own ? 'own' : 'shared'
    if (place !== which) continue
    const values = listOf(given[field.name])
    if (!values.length) continue
    const { name } = field
    if (field.facet) content.fields[facetField(name)] = facetText(field.kind, values[0]!)
    switch (field.kind) {
      case 'text': {
        const texts = values.map((one) => analyseValue(field, String(one)))
        const words = texts.flatMap(({ exact }) => exact)
        if (!words.length) continue
        for (const word of words) content.words.add(word)
        content.fields[exactField(name)] = texts.flatMap(({ exact }) => partsOf(tokens(exact)))
        content.fields[stemField(name)] = texts.flatMap(({ stem }) => partsOf(tokens(stem)))
        const keys = texts.flatMap(({ key }) => key)
        if (keys.length) content.fields[keyField(name)] = tokens(keys)
        break
      }
      case 'keyword':
      case 'boolean': {
        const texts = values.map((one) => String(one).toLowerCase())
        content.fields[valueField(name)] = [...new Set(texts.map(valueToken))]
        if (field.several || field.kind === 'boolean') break
        if (!field.sorted) break
        const { beginning, code } = sortedText(texts[0]!)
        content.values[name] = beginning
        content.fields[textOrderField(name)] = code
        content.fields[beginningField(name)] = beginningCode(beginning)
        break
      }
      default: {
        const numbers = values.map((one) => comparable(field.kind, one))
        const codes = numbers.map(numberCode)
        content.fields[numberField(name)] = field.several ? codes : codes[0]
        if (!field.several) content.values[name] = numbers[0]!
      }
    }
    content.present.push(valueToken(name))
  }
  return content
}

const tokens = (words: string[]) => words.map(wordToken)

function listOf(value: SearchValue | undefined): (string | number | boolean)[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.filter((one) => one !== null) : [value]
}

function comparable(kind: string, value: string | number | boolean): number {
  if (kind === 'date') return daysOf(String(value))
  return kind === 'datetime' ? Date.parse(String(value)) : Number(value)
}

/** The facet value; for a date, the year. */
function facetText(kind: string, value: string | number | boolean): string {
  return kind === 'date' ? String(value).slice(0, 4) : String(value).toLowerCase()
}

function daysOf(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / MILLISECONDS_A_DAY)
}

/** Distinguishes documents whose searchable fields differ. */
export function contentHash(layout: Layout, document: SearchDocument, level: string): string {
  const { date = null, factor = null } = document as Partial<ParentDocument>
  const fields = [...layout.fields.values()].flatMap((field) => {
    const place = field.level === 'child' ? 'child' : field.own ? 'own' : 'shared'
    return place === level ? [[field.name, document.fields[field.name] ?? null]] : []
  })
  const text = JSON.stringify(level === 'shared' ? [date, factor, fields] : fields)
  return hash('sha256', text, 'base64url').slice(0, 22)
}

/** A number for each row; a parent's row and a child's row never share one. */
export const keyOfRow = (key: number, isChild: boolean) => 2 * key + (isChild ? 1 : 0)

export interface RowMeans {
  kind: Kind
  parent: ParentDocument
  child?: ChildDocument
  contents: Content[]
  hashes: { shared?: string; own?: string; hash?: string }
}

/** The document of a row that is visible from a generation on. */
export function rowDocument(
  { kind, parent, child, contents, hashes }: RowMeans,
  since: number
): Stored {
  const key = child ? child.key : parent.key
  const pk = keyOfRow(key, Boolean(child))
  return {
    id: rowId(pk, since),
    kind,
    since,
    until: FOREVER,
    parent: parent.key,
    child: child ? child.key : 0,
    pk,
    day: parent.date === null ? NO_DAY : daysOf(parent.date),
    shuffled: shuffle(pk),
    parent_shuffled: shuffle(keyOfRow(parent.key, false)),
    present: contents.flatMap(({ present }) => present),
    ...Object.assign({}, ...contents.map(({ fields }) => fields)),
    values: JSON.stringify(Object.assign({}, ...contents.map(({ values }) => values))),
    factor: parent.factor,
    ...hashes,
  } as Stored
}

export const rowId = (pk: number, since: number) => `r${pk}.${since}`

/** 31 pseudorandom bits. */
function shuffle(key: number): number {
  return Number.parseInt(hash('sha1', String(key), 'hex').slice(0, 8), 16) & 0x7fffffff
}

/** Number of words of a part that is followed by another one; the last part has fewer. */
const PART = 30_000
/** Number of words that consecutive parts share, so that no phrase is split. */
const OVERLAP = MAX_PHRASE_LENGTH

/** The words of one value, joined by spaces and split into parts. */
function partsOf(words: string[], part = PART): string[] {
  if (!words.length) return []
  const parts: string[] = []
  for (let at = 0; ; at += part - OVERLAP) {
    const some = words.slice(at, at + part)
    parts.push(some.join(' '))
    if (some.length < part) return parts
  }
}

/** The words of the values that were split into parts. */
export function joinValueParts(parts: string[], part = PART): string[][] {
  const values: string[][] = []
  let continued: string[] | null = null
  for (const text of parts) {
    const words = text.split(' ')
    if (continued) for (const word of words.slice(OVERLAP)) continued.push(word)
    else values.push((continued = words))
    if (words.length < part) continued = null
  }
  return values
}
