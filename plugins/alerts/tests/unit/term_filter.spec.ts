import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { QueryTree } from '#app/search_engine/query/tree'
import { buildTermFilter } from '../../matching/terms.js'

test.group('filters over terms', () => {
  test('builds the filter of the documented example', ({ assert }) => {
    const word = (text: string): QueryTree => ({
      op: 'word',
      fields: ['text'],
      word: text,
      form: 'exact',
    })
    const terms: string[] = []
    const numberOf = (term: string) =>
      terms.includes(term) ? terms.indexOf(term) : terms.push(term) - 1
    const tree: QueryTree = {
      op: 'and',
      of: [word('walnut'), { op: 'or', of: [word('table'), word('chair')] }],
    }
    const page = readFileSync(app.makePath('resources/docs/mechanisms.md'), 'utf8')
    const [, shown] = /^(1 11 .+)$/m.exec(page)!
    assert.deepEqual(buildTermFilter(tree, numberOf), shown!.split(/\s+/).map(Number))
  })
})
