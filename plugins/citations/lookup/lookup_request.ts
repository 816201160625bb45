import { InvalidValues } from '#app/support/domain_error'

/** Maximum length of a text in code points. */
export const MAX_TEXT_LENGTH = 64_000
/** Maximum length of a text on the lookup page, which is charged as several requests. */
export const MAX_PASTED_LENGTH = 256_000
const MAX_PART_LENGTH = 100

/** The three parts of a citation. */
export interface CitationParts {
  volume: string
  reporter: string
  page: string
}

/** A text with citations, or one citation. */
export type LookupRequest = { text: string } | CitationParts

/** Names of the fields of a body. */
export const LOOKUP_FIELDS = ['text', 'reporter', 'volume', 'page'] as const

type Field = (typeof LOOKUP_FIELDS)[number]

/**
 * Reads the body of a lookup (specification, Citation lookup 1).
 *
 * @throws InvalidValues for invalid fields, then for invalid combinations
 */
export function readLookup(body: Readonly<Record<string, unknown>>): LookupRequest {
  const wrong: Record<string, string[]> = {}
  const given: Partial<Record<Field, string>> = {}
  for (const field of LOOKUP_FIELDS) {
    if (!Object.hasOwn(body, field)) continue
    const value = body[field]
    const problem = problemOf(value, field === 'text' ? MAX_TEXT_LENGTH : MAX_PART_LENGTH)
    if (problem) wrong[field] = [problem]
    else given[field] = field === 'text' ? String(value) : String(value).trim()
  }
  if (Object.keys(wrong).length) throw new InvalidValues(wrong)

  const { text, reporter, volume, page } = given
  if (text !== undefined && reporter !== undefined)
    throw unfit("Invalid request. Provide either a 'text' or 'reporter', not both.")
  if (text !== undefined) return { text }
  if (reporter === undefined) throw unfit("Either 'text' or 'reporter' is required.")
  if (volume !== undefined && page !== undefined) return { volume, reporter, page }
  const missing = (['volume', 'page'] as const).filter((field) => given[field] === undefined)
  throw new InvalidValues(
    Object.fromEntries(missing.map((field) => [field, ['This field is required.']]))
  )
}

/** Counts code points, the unit of offsets in responses. */
export function codePoints(text: string): number {
  let count = 0
  for (let place = 0; place < text.length; place++) {
    if (text.codePointAt(place)! > 0xffff) place++
    count++
  }
  return count
}

/** Reads the text of a form, with the problem of one that isn't accepted. */
export function readPastedText(given: unknown): { text: string; problem?: string } {
  // Browsers send line breaks as two characters.
  const text =
    typeof given === 'string'
      ? given.replaceAll('\0', ' ').replaceAll('\r\n', '\n').toWellFormed()
      : ''
  if (!text.trim()) return { text, problem: 'Enter a text.' }
  if (codePoints(text) <= MAX_PASTED_LENGTH) return { text }
  const most = MAX_PASTED_LENGTH.toLocaleString('en')
  return { text, problem: `Enter at most ${most} characters.` }
}

function problemOf(value: unknown, longest: number): string | undefined {
  if (value === null) return 'This field may not be null.'
  if (typeof value !== 'string' && typeof value !== 'number') return 'Not a valid string.'
  const text = String(value).trim()
  if (text === '') return 'This field may not be blank.'
  if (text.includes('\0')) return 'Null characters are not allowed.'
  if (!text.isWellFormed()) return 'Not a valid string.'
  if (text.length > longest && codePoints(text) > longest)
    return `Ensure this field has no more than ${longest} characters.`
  return undefined
}

function unfit(problem: string): InvalidValues {
  return new InvalidValues({ non_field_errors: [problem] })
}
