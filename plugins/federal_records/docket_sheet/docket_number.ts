/** Numbers of federal district and bankruptcy courts, as far as they tell dockets of one court apart. */
import { isSameNumber, readDocketNumbers, type DocketNumber } from '#app/support/docket_number'

/** Digits of a serial in a core: of numbers with a type, and of others. */
const TYPED_DIGITS = 5
const UNTYPED_DIGITS = 6

/**
 * Year and serial digits of a number of a federal district or bankruptcy
 * court, by which its spellings are found as one; blank for other numbers.
 */
export function coreOf(number: string): string {
  const { year, serial, type } = firstOf(number) ?? {}
  if (!year || !serial) return ''
  return year + serial.padStart(type ? TYPED_DIGITS : UNTYPED_DIGITS, '0')
}

/**
 * Whether two numbers of one court may be those of one docket: equal in every
 * part that both print. Numbers of other forms are compared as they are printed.
 */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [firstOf(one), firstOf(other)]
  return first !== undefined && second !== undefined && isSameNumber(first, second)
}

const firstOf = (number: string): DocketNumber | undefined => readDocketNumbers(number).numbers[0]
