/**
 * The tables of a disclosure in the order of the form judges file (AO 10):
 * positions first, investments and trusts last.
 */
import type { ShownRecord } from '#api/records'
import { dateInWords } from '#app/web/dates'
import { VALUATION_METHODS } from '../resources/codes.js'
import { rangeInWords, sumOfRanges } from './value_ranges.js'

type Line = Record<string, unknown>

interface TableDefinition {
  /** Field of the disclosure. */
  field: string
  title: string
  columns: { label: string; value: (line: Line) => string }[]
  /** Field whose ranges are added up, and what the sum is of. */
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
    title: 'Non-investment income of the spouse',
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

/** The tables that have lines. */
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
