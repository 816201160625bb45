import { TextStream } from './text_stream.js'

/** Keys of values that pages don't print as text, and of copies of other values. */
const UNPRINTED = new Set([
  'court_id',
  'description_html',
  'document_url',
  'federal_dn_case_type',
  'federal_dn_office_code',
  'pacer_case_id',
  'pacer_doc_id',
  'pacer_magic_num',
  'federal_dn_judge_initials_assigned',
  'federal_dn_judge_initials_referred',
  'pacer_seq_no',
  'relation',
])

/** A value of a record; values of several lines have one of these for each line. */
export interface RecordValue {
  /** Start and end in the text of the record. */
  start: number
  end: number
  /** Whether the page may print it several times: values of the head of a record. */
  isRepeatable: boolean
  /** Whether the page prints more words within it, such as "et al." in the name of a case. */
  isCondensed: boolean
  /** Whether initials follow it on the page, which are in separate values. */
  isNumber: boolean
}

/** The values of a record in order. */
export interface RecordText {
  text: TextStream
  values: RecordValue[]
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:T|$)/
const CONDENSED = new Set(['case_name', 'assigned_to_str', 'referred_to_str', 'title'])
/** Values that another value of the same object has as printed. */
const PRINTED: Partial<Record<string, string>> = {
  case_name: 'case_name_raw',
  lower_court_case_numbers: 'lower_court_case_numbers_raw',
}
/** Separators of values that a page can print apart: events of an entry, judges, linked cases. */
const SEPARATORS: Partial<Record<string, string>> = {
  short_description: ' AND ',
  assigned_to_str: ', ',
  referred_to_str: ', ',
  links: ', ',
  case_type_information: ', ',
}
/** Maximum nesting of a record whose values are compared. */
const MAX_NESTING = 100

/** How values of a key are found in a page. */
interface KeyTraits {
  isUnprinted: boolean
  isCondensed: boolean
  isNumber: boolean
  isRepeatable: boolean
}

/**
 * The texts and numbers of a record.
 *
 * @param record the result of a parser: plain objects, lists, texts, and numbers
 * @param repeated keys of values that the page prints for each of their records
 */
export function readRecordValues(record: unknown, repeated: ReadonlySet<string>): RecordText {
  const reader = new RecordReader(repeated)
  reader.read(record, '', !Array.isArray(record), 0)
  return reader.finish()
}

class RecordReader {
  readonly #texts: string[] = []
  readonly #values: RecordValue[] = []
  readonly #repeated: ReadonlySet<string>
  readonly #traits = new Map<string, KeyTraits>()

  constructor(repeated: ReadonlySet<string>) {
    this.#repeated = repeated
  }

  read(value: unknown, key: string, isHead: boolean, depth: number): void {
    if (typeof value === 'string') this.#readText(value, key, isHead)
    else if (typeof value === 'number') this.#add(String(value), key, false)
    else if (value !== null && typeof value === 'object' && depth < MAX_NESTING) {
      if (Array.isArray(value)) for (const one of value) this.read(one, key, false, depth + 1)
      else this.#readObject(value as Record<string, unknown>, isHead, depth)
    }
  }

  #readObject(object: Record<string, unknown>, isHead: boolean, depth: number): void {
    for (const key in object) {
      const inner = object[key]
      if (inner === null || inner === undefined || inner === '') continue
      if (this.#traitsOf(key).isUnprinted || isCopy(object, key)) continue
      this.read(inner, key, isHead && !Array.isArray(inner), depth + 1)
    }
  }

  #readText(value: string, key: string, isHead: boolean): void {
    if (value === '') return
    if (isDigit(value.charCodeAt(0)) && ISO.test(value)) {
      this.#add(value.slice(0, 10), key, false)
      const time = value.slice(11, 19)
      // Days have midnight as their time, except in lists whose items have one.
      if (time && (time !== '00:00:00' || this.#repeated.has(key))) this.#add(time, key, isHead)
    } else if (value.includes('\n'))
      for (const line of value.split('\n')) this.#add(line, key, isHead)
    else if (Object.hasOwn(SEPARATORS, key))
      for (const one of value.split(SEPARATORS[key]!)) this.#add(one, key, isHead)
    else this.#add(value, key, isHead)
  }

  #add(value: string, key: string, isHead: boolean): void {
    const { isCondensed, isNumber, isRepeatable } = this.#traitsOf(key)
    this.#texts.push(value)
    this.#values.push({
      start: 0,
      end: 0,
      isRepeatable: isHead || isRepeatable,
      isCondensed,
      isNumber,
    })
  }

  /** The values with letters or digits, and their places in the text. */
  finish(): RecordText {
    const text = new TextStream(this.#texts)
    const values: RecordValue[] = []
    for (let word = 0; word < text.words;) {
      const block = text.blockOf[word]
      const value = this.#values[block]
      value.start = text.starts[word]
      while (word < text.words && text.blockOf[word] === block) word++
      value.end = word < text.words ? text.starts[word] : text.length
      values.push(value)
    }
    return { text, values }
  }

  #traitsOf(key: string): KeyTraits {
    let traits = this.#traits.get(key)
    if (traits === undefined) {
      const isNumber = key === 'docket_number'
      traits = {
        isUnprinted: UNPRINTED.has(key),
        isCondensed: CONDENSED.has(key),
        isNumber,
        isRepeatable: isNumber || key === 'case_name' || this.#repeated.has(key),
      }
      this.#traits.set(key, traits)
    }
    return traits
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** Whether another value of an object has the same text as printed. */
function isCopy(object: Record<string, unknown>, key: string): boolean {
  const printed = PRINTED[key]
  if (printed !== undefined) return typeof object[printed] === 'string'
  if (key !== 'date_entered') return false
  // It is the end of the text.
  return typeof object.description === 'string' && ENTERED.test(object.description.slice(-60))
}

const ENTERED = /Entered:? {0,3}\d{1,2}\//i
