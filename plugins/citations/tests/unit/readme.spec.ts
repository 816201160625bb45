import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { resolve } from '#app/citations/resolve'
import { format } from 'prettier'
import { citationTables } from '../../citation_tables.js'
import { differencesPage } from '../differences.js'

const README = readFileSync(new URL('../../../../app/citations/README.md', import.meta.url), 'utf8')

test.group('README of citations', () => {
  test('its example matches the extractor', ({ assert }) => {
    const [text] = blocks('text')
    const [listed, groups] = blocks('json')
    const citations = makeExtractor(citationTables())(text!)
    const expected = listed!.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.lengthOf(citations, expected.length)
    for (const [place, fields] of expected.entries())
      assert.containsSubset({ ...citations[place] }, fields)
    assert.deepEqual(
      resolve(citations).map(({ mentions }) => mentions.map((mention) => mention.text)),
      JSON.parse(groups!)
    )
  })
})

test.group('docs page of differences', () => {
  test('lists the known differences', async ({ assert }) => {
    const page = new URL('../../docs/citation-differences.md', import.meta.url)
    assert.equal(
      // Its place in the menu of the documentation is not generated.
      readFileSync(page, 'utf8').replace(/\n<!-- group: .* -->\n$/, ''),
      await format(differencesPage(), { parser: 'markdown' })
    )
  })
})

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp('```' + language + '\\n([\\s\\S]*?)\\n```', 'g'))].map(
    ([, content]) => content!
  )
}
