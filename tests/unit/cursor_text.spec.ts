import { test } from '@japa/runner'
import { cursorText, readCursorText } from '#api/pagination/cursor'
import { escapeHtml } from '#app/support/escape_html'

test.group('cursor encoding', () => {
  test('preserves positions and uses URL-safe characters', ({ assert }) => {
    const position = ['-date_modified', 'n', '2026-01-01T00:00:00.123456Z', 'ü?/+']
    assert.match(cursorText(position), /^[\w-]+$/)
    assert.deepEqual(readCursorText(cursorText(position)), position)
  })

  test('rejects text that is not JSON', ({ assert }) => {
    for (const text of ['', '!', 'x'.repeat(50), Buffer.from('{').toString('base64url')])
      assert.isUndefined(readCursorText(text))
  })
})

test.group('text in HTML', () => {
  test('cannot end an element or attribute', ({ assert }) => {
    assert.equal(escapeHtml(`<a b="c" d='e'>&`), '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
  })
})
