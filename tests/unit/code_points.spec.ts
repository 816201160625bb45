import { test } from '@japa/runner'
import { CodePoints } from '#app/citations/code_points'
import { DocumentText } from '#app/tools/documents'

const TEXT = 'a\u{1f600}b\u{1f600}\u{1f600}c'

test.group('positions in code points', () => {
  test('are converted to UTF-16 units and back', ({ assert }) => {
    const points = new CodePoints(TEXT)
    const characters = [...TEXT]
    for (let place = 0; place <= characters.length; place++) {
      const unit = characters.slice(0, place).join('').length
      assert.equal(points.unit(place), unit)
      assert.deepEqual(points.span({ start: unit, end: unit }), { start: place, end: place })
    }
  })

  test('split text between characters', ({ assert }) => {
    const text = new DocumentText(TEXT)
    assert.equal(text.length, 6)
    assert.equal(text.slice(1, 4), '\u{1f600}b\u{1f600}')
    assert.deepEqual(text.find('B', { most: 1, around: 1 }), {
      count: 1,
      snippets: [{ position: 2, text: '...\u{1f600}b\u{1f600}...' }],
    })
  })
})
