import {
  type GeneratedRow,
  type GeneratorContext,
  scaleRowCount,
  someDay,
  someSha1,
  stamps,
  countPeople,
} from './table_generator.js'
import type { Random } from '#app/support/random'
import { company, place } from './names.js'
import { INCOME_CODES, VALUATION_METHODS, VALUE_CODES } from '#plugins/disclosures/public'

const disclosuresOf = (context: GeneratorContext) => scaleRowCount(context, 1000, 6)

export function* disclosures(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random, seed } = context
  const people = countPeople(context)
  for (let id = 1; id <= disclosuresOf(context); id++) {
    yield {
      id,
      ...stamps(random),
      year: random.between(2003, 2024),
      download_filepath: '',
      filepath: `us/federal/judicial/financial-disclosures/generated/${id}.pdf`,
      thumbnail: null,
      thumbnail_status: 0,
      page_count: random.between(4, 60),
      sha1: someSha1(seed, 'financial-disclosures', id),
      report_type: random.between(0, 3),
      is_amended: random.chance(0.05),
      addendum_content_raw: '',
      addendum_redacted: false,
      has_been_extracted: true,
      person_id: random.between(1, people),
    }
  }
}

/** Lines of disclosures: 1 to `most` for each disclosure, one in twenty redacted. */
function lines(
  most: number,
  line: (random: Random) => GeneratedRow
): (context: GeneratorContext) => Iterable<GeneratedRow> {
  return function* (context) {
    const { random } = context
    let id = 0
    for (let disclosure = 1; disclosure <= disclosuresOf(context); disclosure++) {
      for (let left = random.between(1, most); left > 0; left--) {
        const { redacted, ...columns } = line(random)
        yield {
          id: ++id,
          ...stamps(random),
          ...columns,
          redacted: redacted ?? random.chance(0.05),
          financial_disclosure_id: disclosure,
        }
      }
    }
  }
}

const amount = (random: Random) => `$${random.between(1, 90) * 100}`
const year = (random: Random) => String(random.between(2003, 2024))

/** Doesn't use `lines`, because the file has `redacted` in the middle of its columns. */
export function* investments(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  let id = 0
  for (let disclosure = 1; disclosure <= disclosuresOf(context); disclosure++) {
    for (let page = random.between(1, 20); page > 0; page--) {
      const sold = random.chance(0.2)
      yield {
        id: ++id,
        ...stamps(random),
        page_number: page,
        description: `${company(random).usual} common stock`,
        redacted: random.chance(0.05),
        income_during_reporting_period_code: random.pick(INCOME_CODES).value,
        income_during_reporting_period_type: 'Dividend',
        gross_value_code: random.pick(VALUE_CODES).value,
        gross_value_method: random.pick(VALUATION_METHODS).value,
        transaction_during_reporting_period: sold ? 'Sold' : '',
        transaction_date_raw: sold ? '06/30' : '',
        transaction_date: sold ? someDay(random, 2003, 2024) : null,
        transaction_value_code: sold ? random.pick(VALUE_CODES).value : '',
        transaction_gain_code: sold ? random.pick(INCOME_CODES).value : '',
        transaction_partner: '',
        has_inferred_values: false,
        financial_disclosure_id: disclosure,
      }
    }
  }
}

export const positions = lines(3, (random) => ({
  position: random.pick(['Trustee', 'Director', 'Advisory board member']),
  organization_name: company(random).usual,
}))

export const agreements = lines(2, (random) => ({
  date_raw: year(random),
  parties_and_terms: `Pension plan of ${company(random).usual}`,
}))

export const nonInvestmentIncomes = lines(2, (random) => ({
  date_raw: year(random),
  source_type: `Teaching in ${place(random)}`,
  income_amount: amount(random),
}))

export const spouseIncomes = lines(2, (random) => ({
  source_type: `Salary of ${company(random).usual}`,
  date_raw: year(random),
}))

export const reimbursements = lines(3, (random) => ({
  source: company(random).usual,
  date_raw: year(random),
  location: place(random),
  purpose: 'Conference',
  items_paid_or_provided: 'Transport and lodging',
}))

export const gifts = lines(1, (random) => ({
  source: company(random).usual,
  description: 'Book',
  value: amount(random),
}))

export const debts = lines(2, (random) => ({
  creditor_name: company(random).usual,
  description: 'Mortgage',
  value_code: random.pick(VALUE_CODES).value,
}))
