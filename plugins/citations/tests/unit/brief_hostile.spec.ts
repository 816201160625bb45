/** Reading a brief takes time in proportion to its length, whatever it contains. */
import { test } from '@japa/runner'
import { readBrief } from '../../checks/brief_citations.js'
import { findQuotation } from '../../checks/find_quotation.js'
import { pagedWords } from '../../checks/paged_text.js'

const REPEATED = [
  '12 Zork. Rep. ',
  '12 A. B. C. D. E. F. G. H. I. ',
  '"',
  '“',
  '(',
  'v. ',
  'Id. at 5 ',
  'Smith v. Jones, 1 U.S. 1, 2 (1990) (“',
  '. ',
  'See also ',
  '[t]he ',
  '............ ',
  '410 U.S. 113 ',
  ', 1 U.S. 1',
]
const LENGTH = 256_000
/** Far above the usual tenth of a second, and far below that of quadratic work. */
const MAX_MILLISECONDS = 20_000

test.group('hostile briefs', () => {
  test('repeated {$self}')
    .with(REPEATED)
    .run(({ assert }, part) => {
      const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
      const before = process.cpuUsage()
      readBrief(text)
      const { user, system } = process.cpuUsage(before)
      assert.isBelow((user + system) / 1_000, MAX_MILLISECONDS)
    })

  test('quotations of many parts')
    .with(['a . . . ', '[x] a ', 'a a a ', '. . . '])
    .run(({ assert }, part) => {
      const words = pagedWords('a b '.repeat(200_000), false, '1')
      const before = process.cpuUsage()
      findQuotation(words, part.repeat(1_000), true)
      const { user, system } = process.cpuUsage(before)
      assert.isBelow((user + system) / 1_000, MAX_MILLISECONDS)
    })
})
