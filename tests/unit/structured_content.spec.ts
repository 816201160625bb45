/**
 * Limits of structured content.
 */
import { test } from '@japa/runner'
import { limitedContent, MAX_STRUCTURED } from '#app/tools/structured_content'

const row = (id: number, length: number) => ({
  id,
  court: 'scotus',
  text: 'é"\n'.repeat(length / 3),
})

test.group('limited structured content', () => {
  test('leaves results up to the limit unchanged', ({ assert }) => {
    const result = { results: Array.from({ length: 100 }, (_, id) => row(id, 900)) }
    assert.strictEqual(limitedContent(result), result)
  })

  test('shortens {0}')
    .with<[string, Record<string, unknown>][]>([
      ['a long text', { id: 1, text: 'x'.repeat(2_000_000) }],
      ['a text of escaped characters', { id: 1, text: '"'.repeat(2_000_000) }],
      ['a text of control characters', { id: 1, text: '\u0001'.repeat(400_000) }],
      ['a text of surrogate pairs', { id: 1, text: `a${'😀'.repeat(1_000_000)}` }],
      ['many records', { results: Array.from({ length: 100_000 }, (_, id) => row(id, 300)) }],
      [
        'records with long texts',
        { results: Array.from({ length: 100 }, (_, id) => row(id, 90_000)) },
      ],
      ['several lists', { a: Array(200_000).fill(12345), b: Array(200_000).fill('text') }],
      [
        'nested lists',
        { results: Array.from({ length: 500 }, () => ({ list: Array(5000).fill(null) })) },
      ],
    ])
    .run(({ assert }, [, result]) => {
      const limited = limitedContent(result)
      assert.isBelow(JSON.stringify(limited).length, MAX_STRUCTURED * 1.05)
      assert.isAbove(JSON.stringify(limited).length, MAX_STRUCTURED * 0.3)
      assert.match(String(limited.truncated), /is complete/)
      assert.sameMembers(Object.keys(limited), [...Object.keys(result), 'truncated'])
      assert.isTrue(JSON.stringify(limited) === JSON.stringify(limited).toWellFormed())
    })

  test('keeps short texts, numbers, and the beginnings of lists and texts', ({ assert }) => {
    const rows = Array.from({ length: 100 }, (_, id) => row(id, 90_000))
    const { query_id: id, results } = limitedContent({ query_id: 'abc', results: rows }) as any
    assert.equal(id, 'abc')
    assert.isBelow(results.length, 100)
    for (const [place, { id: key, court, text }] of results.entries()) {
      assert.equal(key, place)
      assert.equal(court, 'scotus')
      assert.isTrue(rows[place]!.text.startsWith(text))
    }
  })
})
