/** The worked example in app/search_engine/README.md matches the engine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { buildIndexLayout } from '#app/search_engine/engines/embedded/layout'
import { matchExpression } from '#app/search_engine/engines/embedded/match_expression'
import {
  buildRowContent,
  marksText,
  buildRangeBlocks,
  blocksWithin,
} from '#app/search_engine/engines/embedded/row_content'
import { resolveQuery, type Vocabulary } from '#app/search_engine/engines/embedded/resolve_query'
import type { IndexDefinition } from '#app/search_engine/index_definition'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { printTree } from '#app/search_engine/query/print'
import { ROOT } from '#tests/helpers/server_process'

const README = readFileSync(join(ROOT, 'app/search_engine/README.md'), 'utf8')

const INDEX: IndexDefinition = {
  name: 'cases',
  ownRow: 'always',
  yearsOfAge: 50,
  documents: { parents: {} },
  fields: {
    caseName: { kind: 'text', level: 'parent', weight: 4 },
    court: { kind: 'keyword', level: 'parent' },
    citeCount: { kind: 'number', level: 'parent' },
    dateFiled: { kind: 'date', level: 'parent' },
  },
}

const layout = buildIndexLayout(INDEX)

/** The query has no wildcards, so it needs no word list. */
const VOCABULARY: Vocabulary = {
  wordsFor: () => {
    throw new Error('The query has no wildcard.')
  },
  valuesBetween: () => {
    throw new Error('The query has no range.')
  },
}

test.group('worked example of the search engine', () => {
  test('the document is converted to the row in the README', ({ assert }) => {
    const document = {
      key: 7,
      fields: {
        caseName: 'Appeals of Smith',
        court: 'SCOTUS',
        citeCount: 12,
        dateFiled: '1970-01-31',
      },
    }
    const { shared } = buildRowContent(layout, document, 'parent')
    for (const [column, text] of shared.words) assert.include(README, `${column}: ${text}\n`)
    assert.include(README, `marks: ${marksText(shared.marks, false)}\n`)
    for (const [column, value] of shared.values) assert.include(README, `${column}: ${value}\n`)
    assert.equal(shared.words.size + shared.values.size, 4)
  })

  test('the query is converted to the tree and the expression in the README', ({ assert }) => {
    const { tree } = parseQuery('caseName:appealed AND court:scotus', INDEX)
    assert.include(README, `${printTree(tree)}\n`)
    assert.include(README, `${matchExpression(resolveQuery(tree, layout, VOCABULARY), layout)}\n`)
  })

  test('dates and ranges are converted to the blocks in the README', ({ assert }) => {
    assert.include(README, `\n${buildRangeBlocks('date', 100).join(' ')}\n`)
    assert.include(README, `\n${blocksWithin('date', 60, 130).join(' ')}\n`)
    assert.lengthOf(blocksWithin('date', 0, 20_000), 37)
  })
})
