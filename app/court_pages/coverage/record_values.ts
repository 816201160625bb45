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

/**
 * The texts and numbers of a record.
 *
 * @param record the result of a parser: plain objects, lists, texts, and numbers
 * @param repeated keys of values that the page prints for each of their records
 */
export function readRecordValues(record: unknown, repeated: ReadonlySet<string>): RecordText {
  const text = new TextStream()
  const values: RecordValue[] = []
  const add = (value: string, key: string, isRepeatable: boolean) => {
    const start = text.length
    text.add(value)
    if (text.length === start) return
    const isCondensed = CONDENSED.has(key)
    const isNumber = key === 'docket_number'
    values.push({
      start,
      end: text.length,
      isRepeatable: isRepeatable || isNumber || key === 'case_name' || repeated.has(key),
      isCondensed,
      isNumber,
    })
  }
  const stack: { value: unknown; key: string; isHead: boolean }[] = [
    { value: record, key: '', isHead: !Array.isArray(record) },
  ]
  while (stack.length > 0) {
    const { value, key, isHead } = stack.pop()!
    if (typeof value === 'number') add(String(value), key, false)
    else if (typeof value === 'string') {
      if (value === '') continue
      if (ISO.test(value)) {
        add(value.slice(0, 10), key, false)
        const time = value.slice(11, 19)
        if (time && time !== '00:00:00') add(time, key, isHead)
      } else if (value.includes('\n')) for (const line of value.split('\n')) add(line, key, isHead)
      else if (key === 'short_description')
        // Events of the same entry, which a feed has in separate items.
        for (const event of value.split(' AND ')) add(event, key, isHead)
      else add(value, key, isHead)
    } else if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at--)
        stack.push({ value: value[at], key, isHead: false })
    } else if (value !== null && typeof value === 'object') {
      const own = Object.entries(value)
      for (let at = own.length - 1; at >= 0; at--) {
        const [name, inner] = own[at]
        if (inner === null || inner === '' || UNPRINTED.has(name)) continue
        if (isCopy(value as Record<string, unknown>, name)) continue
        stack.push({ value: inner, key: name, isHead: isHead && !Array.isArray(inner) })
      }
    }
  }
  return { text, values }
}

/** Whether another value of an object has the same text as printed. */
function isCopy(object: Record<string, unknown>, key: string): boolean {
  if (typeof object[`${key}_raw`] === 'string') return true
  if (key !== 'date_entered') return false
  // It is the end of the text.
  return typeof object.description === 'string' && ENTERED.test(object.description.slice(-60))
}

const ENTERED = /Entered:? {0,3}\d{1,2}\//i
