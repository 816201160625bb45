import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'
import { hostileTexts, prose } from '../bench/texts.js'

const extract = makeExtractor(citationTables())
const SIZES = [20_000, 80_000] as const

test.group('work of finding citations', () => {
  test('grows linearly with the length of the text: {$self}')
    .with([...hostileTexts(1).keys()])
    .run(({ assert }, name) => {
      const [small, large] = SIZES.map((size) => workOf(hostileTexts(size).get(name)!))
      assert.equal(large!.transitions, SIZES[1])
      assert.isAtMost(large!.attempts, 4 * small!.attempts + 100)
      assert.isAtMost(large!.attempts, SIZES[1])
    })

  test('is small for prose', ({ assert }) => {
    const text = prose(SIZES[1])
    const { transitions, attempts } = workOf(text)
    assert.equal(transitions, text.length)
    assert.isBelow(attempts, text.length / 20)
  })

  test('reads a bounded part of the text around a citation', ({ assert }) => {
    const far = 'x '.repeat(1_000)
    const citation = 'Foo v. Bar, 1 U.S. 1, 4 (1790)'
    const [alone] = extract(citation)
    const [within] = extract(`${far}. ${citation} ${far}`)
    assert.equal(within!.plaintiff, alone!.plaintiff)
    assert.equal(within!.year, 1790)
    const long = `${'Foo '.repeat(1_000)}v. Bar, 1 U.S. 1 (${'y'.repeat(100_000)} 1790)`
    const [limited] = extract(long)
    assert.isAtMost((limited!.plaintiff ?? '').length, 400)
    assert.isAtMost((limited!.parenthetical ?? '').length, 2_000)
  })
})

function workOf(text: string) {
  const work = { transitions: 0, attempts: 0 }
  extract(text, { work })
  return work
}
