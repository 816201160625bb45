const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ')
/** Months by their first three letters, of five bits each. */
const MONTHS = new Uint8Array(0x8000)
for (const [at, name] of MONTH_NAMES.entries())
  MONTHS[packed(name.charCodeAt(0), name.charCodeAt(1), name.charCodeAt(2))] = at + 1

/** Zero, or another number without a month, for characters other than letters. */
function packed(one: number, two: number, three: number): number {
  return ((one & 0x1f) << 10) | ((two & 0x1f) << 5) | (three & 0x1f)
}

/** A number or a month's name, as a part of a date. */
interface DatePart {
  value: number
  digits: number
  isMonth: boolean
  /** The only character between it and the previous part; 0 for several. */
  before: number
  /** The number of its word. */
  word: number
}

const noPart = (): DatePart => ({ value: 0, digits: 0, isMonth: false, before: 0, word: 0 })

const FIRST_DATE = 0xe000

/** Two characters for a day, from the area for private use. */
const dayCode = (month: number, day: number) => FIRST_DATE + 0x1000 + month * 32 + day
const yearCode = (year: number) => FIRST_DATE + (year & 0xfff)

/** The last words of a text that could be a date. */
export class DateParts {
  /** The last three parts, in turns. */
  readonly #parts = [noPart(), noPart(), noPart()]
  #count = 0
  /** The first word of the last date that was found. */
  firstWord = 0

  /** Another word separates the next parts from those before. */
  clear(): void {
    if (this.#count !== 0) this.#count = 0
  }

  /** Adds a number or month. */
  add(value: number, digits: number, isMonth: boolean, word: number): void {
    const part = this.#parts[this.#count++ % 3]
    part.value = value
    part.digits = digits
    part.isMonth = isMonth
    part.word = word
  }

  /**
   * The characters of the day that the last three parts are, or 0.
   *
   * @param separator the only character before the last part; 0 for several
   */
  find(separator: number): number {
    const count = this.#count
    this.#parts[(count - 1) % 3].before = separator
    if (count < 3) return 0
    const first = this.#parts[count % 3]
    const code = dayOf(first, this.#parts[(count + 1) % 3], this.#parts[(count + 2) % 3])
    if (code === 0) return 0
    this.firstWord = first.word
    this.#count = 0
    return code
  }
}

/** The month whose name or abbreviation is a word of at least three characters, or 0. */
export function monthAt(chars: Uint16Array, start: number, size: number): number {
  const month = MONTHS[packed(chars[start], chars[start + 1], chars[start + 2])]
  if (month === 0) return 0
  const name = MONTH_NAMES[month - 1]
  if (size > name.length) return 0
  for (let at = 0; at < size; at++) if (chars[start + at] !== name.charCodeAt(at)) return 0
  return month
}

const SLASH = 0x2f
const HYPHEN = 0x2d

const fullYear = ({ value, digits }: DatePart) =>
  digits === 4 ? value : value < 69 ? 2000 + value : 1900 + value

/** Both characters of a day, the first one in the upper half. */
const dayCodes = (year: number, month: number, day: number) =>
  yearCode(year) * 0x1_0000 + dayCode(month, day)

/**
 * The characters of `1/2/2031`, `01-02-31`, `2031-01-02`, `Jan 2, 2031`, and `2 Jan 2031`; 0 if
 * the parts aren't a day.
 */
function dayOf(one: DatePart, two: DatePart, three: DatePart): number {
  if (three.isMonth) return 0
  if (one.isMonth)
    return !two.isMonth && two.digits <= 2 && three.digits === 4
      ? dayCodes(three.value, one.value, two.value & 31)
      : 0
  if (two.isMonth)
    return one.digits <= 2 && three.digits === 4
      ? dayCodes(three.value, two.value, one.value & 31)
      : 0
  if (two.before !== three.before || (two.before !== SLASH && two.before !== HYPHEN)) return 0
  if (two.digits > 2) return 0
  if (one.digits === 4)
    return three.digits === 2 && two.value <= 12 && three.value <= 31
      ? dayCodes(one.value, two.value, three.value)
      : 0
  if (one.digits > 2 || (three.digits !== 4 && three.digits !== 2)) return 0
  return one.value <= 12 && two.value <= 31 ? dayCodes(fullYear(three), one.value, two.value) : 0
}
