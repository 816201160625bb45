/**
 * Parses the values of filter parameters. Each function returns the value or throws a
 * BadValue, whose message clients know from the framework of the original service.
 */

export class BadValue extends Error {}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const MAX_NUMBER_LENGTH = 100
const INT8_MAX = 2n ** 63n - 1n

/** A number as bounds for columns of whole numbers and of floats. */
export interface Numeric {
  /** Largest whole number not above it, within 64 bits. */
  floor: bigint
  /** Smallest whole number not below it, within 64 bits. */
  ceil: bigint
  /** Whether it is a 64-bit whole number. */
  exact: boolean
  float: number
}

/**
 * Decimal text: `12`, `1.0`, `1e3`.
 *
 * @throws BadValue
 */
export function readNumber(text: string): Numeric {
  if (text.length > MAX_NUMBER_LENGTH || !NUMBER.test(text)) throw new BadValue('Enter a number.')
  const float = Number(text)
  if (/^[+-]?\d+$/.test(text)) {
    const whole = BigInt(text)
    const held = clamp(whole)
    return { floor: held, ceil: held, exact: held === whole, float }
  }
  if (!Number.isFinite(float)) {
    const edge = float > 0 ? INT8_MAX : -INT8_MAX
    return { floor: edge, ceil: edge, exact: false, float }
  }
  const floor = BigInt(Math.floor(float))
  const ceil = BigInt(Math.ceil(float))
  return {
    floor: clamp(floor),
    ceil: clamp(ceil),
    exact: floor === ceil && clamp(floor) === floor,
    float,
  }
}

function clamp(value: bigint): bigint {
  if (value > INT8_MAX) return INT8_MAX
  return value < -INT8_MAX ? -INT8_MAX : value
}

/** A whole number for a date part: `2024`. */
export function readWhole(text: string): number {
  const { exact, float } = readNumber(text)
  if (!exact) throw new BadValue('Enter a whole number.')
  return float
}

/** true, false, 1, or 0, ignoring case. */
export function readBoolean(text: string): boolean {
  switch (text.toLowerCase()) {
    case 'true':
    case '1':
      return true
    case 'false':
    case '0':
      return false
    default:
      throw new BadValue('Enter true, false, 1, or 0.')
  }
}

/**
 * `2024-05-01`, or one of the two American formats that the original service accepts.
 *
 * @returns `YYYY-MM-DD`
 */
export function readDate(text: string): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))

  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  if (american) {
    const year = Number(american[3])
    return validDate(
      american[3]!.length === 2 ? centuryOf(year) : year,
      Number(american[1]),
      Number(american[2])
    )
  }
  throw new BadValue('Enter a valid date.')
}

/** Two-digit years follow POSIX: 69 to 99 are in the 20th century. */
function centuryOf(year: number): number {
  return year < 69 ? 2000 + year : 1900 + year
}

function validDate(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  if (
    year < 1 ||
    date.getUTCFullYear() !== year ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day
  ) {
    throw new BadValue('Enter a valid date.')
  }
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const DATETIME =
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?(?:Z|([+\- ])(\d{2}):?(\d{2})?)?)?$/i

/**
 * ISO 8601 with a space or T between date and time. A date means midnight, and a missing
 * offset UTC. Accepts a space for an unescaped `+`.
 *
 * @returns `YYYY-MM-DD HH:MM:SS.ffffff+HH:MM`
 */
export function readDatetime(text: string): string {
  const match = DATETIME.exec(text)
  if (!match) throw new BadValue('Enter a valid date/time.')
  const [
    ,
    day,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    sign,
    offsetHour = '00',
    offsetMinute = '00',
  ] = match
  let date: string
  try {
    date = readDate(day!)
  } catch {
    throw new BadValue('Enter a valid date/time.')
  }
  if (
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    Number(offsetHour) > 14 ||
    Number(offsetMinute) > 59
  ) {
    throw new BadValue('Enter a valid date/time.')
  }
  return `${date} ${hour}:${minute}:${second}.${fraction.padEnd(6, '0')}${sign === '-' ? '-' : '+'}${offsetHour}:${offsetMinute}`
}

/** Two comma-separated values. */
export function readRange(text: string): [string, string] {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 || parts.some((part) => part === ''))
    throw new BadValue('Range query expects two values.')
  return [parts[0]!, parts[1]!]
}

/** Maximum number of values in an `in` lookup. */
const MAX_LIST_LENGTH = 1000

/** Comma-separated values. */
export function readList(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > MAX_LIST_LENGTH) throw new BadValue(`Enter at most ${MAX_LIST_LENGTH} values.`)
  return parts
}

/** A choice, compared as text. */
export function readChoice(text: string, choices: { value: string | number }[]): string | number {
  const choice = choices.find(({ value }) => String(value) === text)
  if (!choice) {
    const shown = text.slice(0, MAX_SHOWN_LENGTH)
    throw new BadValue(
      `Select a valid choice. ${shown} is not one of the available choices: ${listed(choices)}.`
    )
  }
  return choice.value
}

/** Maximum number of characters of an invalid value in a message. */
const MAX_SHOWN_LENGTH = 100
/** Maximum number of choices in a message; OPTIONS lists all. */
const MAX_LISTED = 100

/** Choices for a message. */
export function listed(choices: { value: string | number }[]): string {
  const values = choices.slice(0, MAX_LISTED).map(({ value }) => value)
  const more = choices.length > MAX_LISTED ? ' … (OPTIONS lists all)' : ''
  return values.join(', ') + more
}

/** PostgreSQL text can't contain null characters, so no row can match one. */
export function readText(text: string): string {
  if (text.includes('\0')) throw new BadValue('Null characters are not allowed.')
  return text
}
