/** Code lists of the data set. */
import { choices } from '#api/fields'

export const THUMBNAIL_STATUSES = choices({
  '0': 'Needed',
  '1': 'Done',
  '2': 'Failed',
})

export const REPORT_TYPES = choices([
  ['-1', 'Unknown Report'],
  ['0', 'Nomination Report'],
  ['1', 'Initial Report'],
  ['2', 'Annual Report'],
  ['3', 'Final Report'],
])

export const INCOME_CODES = choices({
  'A': '1 - 1,000',
  'B': '1,001 - 2,500',
  'C': '2,501 - 5,000',
  'D': '5,001 - 15,000',
  'E': '15,001 - 50,000',
  'F': '50,001 - 100,000',
  'G': '100,001 - 1,000,000',
  'H1': '1,000,001 - 5,000,000',
  'H2': '5,000,001 +',
  '-1': 'Failed Extraction',
})

export const VALUE_CODES = choices({
  'J': '1 - 15,000',
  'K': '15,001 - 50,000',
  'L': '50,001 - 100,000',
  'M': '100,001 - 250,000',
  'N': '250,001 - 500,000',
  'O': '500,001 - 1,000,000',
  'P1': '1,000,001 - 5,000,000',
  'P2': '5,000,001 - 25,000,000',
  'P3': '25,000,001 - 50,000,000',
  'P4': '50,000,001 - ',
  '-1': 'Failed Extraction',
})

export const VALUATION_METHODS = choices({
  'Q': 'Appraisal',
  'R': 'Cost (Real Estate Only)',
  'S': 'Assessment',
  'T': 'Cash Market',
  'U': 'Book Value',
  'V': 'Other',
  'W': 'Estimated',
  '-1': 'Failed Extraction',
})
