/** The amount of data stored for hostile opinions is limited. */
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'
import { linkText } from '../../linking/link_text.js'
import { MAX_CASES, MAX_LINKS, readText } from '../../linking/read_text.js'

const extract = makeExtractor(citationTables())
const LINK = { opinion: 1, path: '/opinion/1/a-v-b/' }

test.group('hostile opinions', () => {
  test('have a limited number of links')
    .with([false, true])
    .run(({ assert }, isHtml) => {
      const references = MAX_LINKS + 1_000
      const read = readText(extract, '1 U.S. 1; '.repeat(references), isHtml)
      assert.lengthOf(read.cases, 1)
      assert.equal(read.cases[0]!.depth, references)
      const html = linkText(read, [LINK])
      assert.lengthOf(html.match(/<a /g)!, MAX_LINKS)
    })

  test('have a limited number of cases and parentheticals', ({ assert }) => {
    const cases = Array.from({ length: MAX_CASES + 100 }, (_, at) => `1 U.S. ${at + 1}; `)
    assert.lengthOf(readText(extract, cases.join(''), false).cases, MAX_CASES)
    const remarks = Array.from(
      { length: 300 },
      (_, at) => `1 U.S. 1 (1954) (holding that it is ${at}). `
    )
    assert.lengthOf(readText(extract, remarks.join(''), false).cases[0]!.remarks, 100)
  })
})
