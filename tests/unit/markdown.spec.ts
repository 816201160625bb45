import { test } from '@japa/runner'
import { markdownToHtml } from '#app/web/markdown'

test.group('Markdown of accounts', () => {
  test('becomes HTML without scripts, pictures and recommendations', ({ assert }) => {
    assert.equal(
      markdownToHtml('*a* [b](https://c.example/) <script>d()</script> ![e](https://f.example/)'),
      '<p><em>a</em> <a href="https://c.example/" rel="nofollow ugc noopener">b</a> d() </p>\n'
    )
  })

  test('{name} without end is shown as it was typed, or read in time')
    .with([
      { name: 'nesting', part: '>' },
      { name: 'emphasis', part: '*a_' },
      { name: 'brackets', part: '[' },
      { name: 'links', part: '[a](' },
      { name: 'lists', part: '- ' },
    ])
    .run(({ assert }, { part }) => {
      const text = part.repeat(250_000 / part.length)
      assert.isNotEmpty(markdownToHtml(text))
      // What came before leaves no trace.
      assert.equal(markdownToHtml(`*after* ${part}`).includes('<em>after</em>'), true)
    })
    .timeout(5000)
})
