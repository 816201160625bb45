import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { FARTHEST_NEAR } from '#app/search_engine/query/compile_text'
import { MAX_QUERY_LENGTH } from '#app/search_engine/query/balance'
import { MAX_DISTANCE } from '#app/search_engine/query/connectors'
import {
  MAX_CONNECTORS,
  MAX_PHRASE_LENGTH,
  MAX_LEAVES,
  MAX_WORDS_LEAVES,
} from '#app/search_engine/query/limits'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { MAX_RELATED } from '#app/search_engine/query/related'
import { DEEPEST_QUERY } from '#app/search_engine/query/tree'
import { caseIndex } from '#tests/helpers/search_index'

const page = readFileSync(new URL('../../plugins/search/docs/search.md', import.meta.url), 'utf8')

/** Rows of the table under a heading, without the two header rows. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = page.split(`${heading}\n`)
  const table = below.slice(below.indexOf('|')).split('\n\n')[0]!
  return table
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
    )
}

test.group('search page of the documentation', () => {
  test('its examples are valid queries', ({ assert }) => {
    const rows = rowsBelow('## Query language')
    assert.isAbove(rows.length, 25)
    const index = caseIndex({ statute: { kind: 'keyword', level: 'child', several: true } })
    for (const [, example] of rows) {
      const query = /^`(.+)`$/.exec(example!)![1]!
      const { tree, related } = parseQuery(query, index, { related: true })
      assert.isTrue(tree.op !== 'none' && (tree.op !== 'all' || related.length > 0), query)
    }
  })

  test('its limits match the code', ({ assert }) => {
    assert.deepEqual(
      rowsBelow('### Limits').map(([, most]) => Number(most!.replace(',', ''))),
      [
        MAX_QUERY_LENGTH,
        MAX_LEAVES,
        MAX_WORDS_LEAVES,
        MAX_PHRASE_LENGTH,
        DEEPEST_QUERY,
        FARTHEST_NEAR,
        MAX_DISTANCE,
        MAX_CONNECTORS,
        MAX_RELATED,
      ]
    )
  })
})
