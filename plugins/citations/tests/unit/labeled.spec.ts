/** Precision and recall over labeled texts, by kind of citation. */
import { test } from '@japa/runner'
import { readLabeledTexts, scoreTexts } from '../labeled_citations.js'

/** Lowest recall by label. */
const FLOORS: Record<string, number> = {
  case: 0.99,
  short: 0.99,
  id: 0.99,
  supra: 0.99,
  statute: 0.99,
  session_law: 0.98,
  regulation: 0.99,
  rule: 0.99,
  constitution: 0.98,
  treaty: 0.95,
  restatement: 0.97,
  journal: 0.96,
}
const LOWEST_PRECISION = 0.995

test.group('labeled citations', () => {
  test('are found, and hardly anything else is', ({ assert }) => {
    const texts = readLabeledTexts()
    const scores = scoreTexts(texts)
    const found = scores.reduce((sum, { found: ofLabel }) => sum + ofLabel, 0)
    const missed = scores.reduce((sum, { missed: ofLabel }) => sum + ofLabel.length, 0)
    const wrong = scores.flatMap((score) => score.wrong)
    assert.isAbove(found + missed, 3_000)
    assert.isAtLeast(found / (found + wrong.length), LOWEST_PRECISION, wrong.join('\n'))
    for (const score of scores) {
      const floor = FLOORS[score.label]
      const total = score.found + score.missed.length
      if (floor !== undefined && total)
        assert.isAtLeast(score.found / total, floor, `${score.label}\n${score.missed.join('\n')}`)
    }
  })
})
