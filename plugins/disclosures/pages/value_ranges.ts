/** Ranges of dollars, which disclosures give as codes, in words. */
import type { Choice } from '#api/field_types'
import { INCOME_CODES, VALUE_CODES } from '../resources/codes.js'

/** A range of dollars, both included; without a highest for the last code of a list. */
export interface DollarRange {
  lowest: number
  highest?: number
}

const UNREADABLE = '-1'
const RANGES = rangesOf([...VALUE_CODES, ...INCOME_CODES])

/** @returns undefined for a blank or unreadable code */
export function dollarRange(code: unknown): DollarRange | undefined {
  return RANGES.get(String(code))
}

/** `$15,001 to $50,000`, `more than $50,000,000`; blank for no code. */
export function rangeInWords(code: unknown): string {
  if (code === UNREADABLE) return 'not readable'
  const range = dollarRange(code)
  return range ? dollarsInWords(range) : ''
}

/** What ranges add up to; undefined where none is known. */
export function sumOfRanges(codes: unknown[]): string | undefined {
  const ranges = codes.map(dollarRange).filter((range) => range !== undefined)
  if (!ranges.length) return undefined
  const lowest = ranges.reduce((sum, range) => sum + range.lowest, 0)
  const isOpen = ranges.some((range) => range.highest === undefined)
  if (isOpen) return `at least ${dollars(lowest)}`
  return `${dollars(lowest)} to ${dollars(ranges.reduce((sum, range) => sum + range.highest!, 0))}`
}

function dollarsInWords({ lowest, highest }: DollarRange): string {
  if (highest === undefined) return `more than ${dollars(lowest - 1)}`
  return `${dollars(lowest)} to ${dollars(highest)}`
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

function rangesOf(choices: Choice[]): Map<string, DollarRange> {
  return new Map(
    choices
      .filter(({ value }) => value !== UNREADABLE)
      .map(({ value, display_name: name }) => {
        const [lowest, highest] = (name.match(/[\d,]+/g) ?? []).map((digits) =>
          Number(digits.replaceAll(',', ''))
        )
        return [String(value), { lowest: lowest!, highest }]
      })
  )
}
