/** The tables of a disclosure, in the order of the form (AO 10). */
import type { ShownRecord } from '#api/records'
import { dateInWords } from '#app/web/dates'
import { VALUATION_METHODS, INCOME_CODES, VALUE_CODES } from '../resources/codes.js'
import type { Choice } from '#api/field_types'

/** An inclusive range in dollars; open-ended for the last code of a list. */
interface DollarRange {
  lowest: number
  highest?: number
}

const UNREADABLE = '-1'
const RANGES = rangesOf([...VALUE_CODES, ...INCOME_CODES])

/** @returns undefined for an empty or unreadable code */
function dollarRange(code: unknown): DollarRange | undefined {
  return RANGES.get(String(code))
}

/** `$15,001 to $50,000`, `more than $50,000,000`; empty if there is no code. */
export function rangeInWords(code: unknown): string {
  if (code === UNREADABLE) return 'not readable'
  const range = dollarRange(code)
  return range ? dollarsInWords(range) : ''
}

/** Adds up ranges. @returns undefined if no range is known */
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

type Line = Record<string, unknown>

interface TableDefinition {
  /** The field of the disclosure. */
  field: string
  title: string
  columns: { label: string; value: (line: Line) => string }[]
  /** The field whose ranges are added up, and the noun for the rows in the sentence. */
  sum?: { field: string; of: string }
}

export interface DisclosureTable {
  id: string
  title: string
  headings: string[]
  rows: { cells: string[]; isRedacted: boolean }[]
  sum?: string
}

const text = (name: string) => (line: Line) => String(line[name] ?? '')

const TABLES: TableDefinition[] = [
  {
    field: 'positions',
    title: 'Positions',
    columns: [
      { label: 'Position', value: text('position') },
      { label: 'Organization', value: text('organization_name') },
    ],
  },
  {
    field: 'agreements',
    title: 'Agreements',
    columns: [
      { label: 'Parties and terms', value: text('parties_and_terms') },
      { label: 'Date', value: text('date_raw') },
    ],
  },
  {
    field: 'non_investment_incomes',
    title: 'Non-investment income',
    columns: [
      { label: 'Source and type', value: text('source_type') },
      { label: 'Date', value: text('date_raw') },
      { label: 'Income', value: text('income_amount') },
    ],
  },
  {
    field: 'spouse_incomes',
    title: 'Spousal non-investment income',
    columns: [
      { label: 'Source and type', value: text('source_type') },
      { label: 'Date', value: text('date_raw') },
    ],
  },
  {
    field: 'reimbursements',
    title: 'Reimbursements',
    columns: [
      { label: 'Source', value: text('source') },
      { label: 'Date', value: text('date_raw') },
      { label: 'Place', value: text('location') },
      { label: 'Purpose', value: text('purpose') },
      { label: 'Paid or provided', value: text('items_paid_or_provided') },
    ],
  },
  {
    field: 'gifts',
    title: 'Gifts',
    columns: [
      { label: 'Source', value: text('source') },
      { label: 'Description', value: text('description') },
      { label: 'Value', value: text('value') },
    ],
  },
  {
    field: 'debts',
    title: 'Liabilities',
    columns: [
      { label: 'Creditor', value: text('creditor_name') },
      { label: 'Description', value: text('description') },
      { label: 'Value', value: ({ value_code: code }) => rangeInWords(code) },
    ],
    sum: { field: 'value_code', of: 'liabilities' },
  },
  {
    field: 'investments',
    title: 'Investments and trusts',
    columns: [
      { label: 'Description', value: text('description') },
      { label: 'Value', value: valueOf },
      { label: 'Income', value: incomeOf },
      { label: 'Transaction', value: transactionOf },
    ],
    sum: { field: 'gross_value_code', of: 'investments' },
  },
]

/** Tables with at least one row. */
export function disclosureTables(disclosure: ShownRecord): DisclosureTable[] {
  return TABLES.map(({ field, title, columns, sum }) => {
    const lines = disclosure[field] as Line[]
    const total = sum && sumOfRanges(lines.map((line) => line[sum.field]))
    return {
      id: field.replaceAll('_', '-'),
      title,
      headings: columns.map(({ label }) => label),
      rows: lines.map((line) => ({
        cells: columns.map(({ value }) => value(line)),
        isRedacted: line.redacted === true,
      })),
      sum: total && `The ranges of these ${sum.of} add up to ${total}.`,
    }
  }).filter(({ rows }) => rows.length)
}

function valueOf({ gross_value_code: code, gross_value_method: method }: Line): string {
  const how = VALUATION_METHODS.find(({ value }) => value === method && value !== '-1')
  return [rangeInWords(code), how && `(${how.display_name.toLowerCase()})`]
    .filter(Boolean)
    .join(' ')
}

function incomeOf({
  income_during_reporting_period_code: code,
  income_during_reporting_period_type: type,
}: Line): string {
  return joined(rangeInWords(code), type)
}

function transactionOf(line: Line): string {
  const date = line.transaction_date
    ? dateInWords(line.transaction_date)
    : line.transaction_date_raw
  const value = rangeInWords(line.transaction_value_code)
  const gain = rangeInWords(line.transaction_gain_code)
  const partner = line.transaction_partner
  return joined(
    line.transaction_during_reporting_period,
    date,
    value,
    gain && `gain ${gain}`,
    partner && `with ${String(partner)}`
  )
}

const joined = (...parts: unknown[]) => parts.filter(Boolean).join(', ')
