import { test } from '@japa/runner'
import { documentationToHtml, markdownToHtml, MAX_FORMATTED } from '#app/web/markdown'

const filled = (part: string, length = MAX_FORMATTED) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** Texts for which Markdown parsers need quadratic time or space. */
const HOSTILE: Record<string, string> = {
  'quotes in quotes': filled('>'),
  'emphasis that never closes': filled('*a_'),
  'emphasis in emphasis': `${filled('*', MAX_FORMATTED / 2 - 1)}a${filled('*', MAX_FORMATTED / 2)}`,
  'brackets that never close': filled('['),
  'brackets in brackets': filled('[', MAX_FORMATTED / 2) + filled(']', MAX_FORMATTED / 2),
  'links that never close': filled('[a]('),
  'links in links': `${'['.repeat(9_000)}${'](a)'.repeat(9_000)}`,
  'lists in lists': `${filled('- ', MAX_FORMATTED - 2)}a`,
  'backticks of every length': Array.from({ length: 300 }, (_, count) => '`'.repeat(count)).join(
    ' '
  ),
  'references that never close': filled('[a\n'),
  'titles that never close': filled('[a](b "'),
  'rows of a table without cells': `${filled('|a', 2000)}\n${filled('|-', 2000)}\n${filled('|\n', MAX_FORMATTED - 4002)}`,
}

test.group('Markdown by users', () => {
  test('is converted to HTML without scripts and images, and with nofollow links', ({ assert }) => {
    assert.equal(
      markdownToHtml('*a* [b](https://c.example/) <script>d()</script> ![e](https://f.example/)'),
      '<p><em>a</em> <a href="https://c.example/" rel="nofollow ugc noopener">b</a> ' +
        '&lt;script&gt;d()&lt;/script&gt; </p>\n'
    )
    assert.notInclude(markdownToHtml('[a](javascript:b) [c](data:text/html,d)'), 'href')
  })

  test('is formatted up to the maximum length; longer text is shown verbatim', ({ assert }) => {
    const longest = `*a* ${filled('b <', MAX_FORMATTED - 4)}`
    assert.match(markdownToHtml(longest), /^<p><em>a<\/em> b/)
    assert.match(markdownToHtml(`${longest}c`), /^<pre class="text">\*a\* b &lt;/)
  })

  test('{$self}: the HTML is shallow and not much longer than the text')
    .with(Object.keys(HOSTILE))
    .run(({ assert }, name) => {
      const text = HOSTILE[name]!
      assert.isAtMost(text.length, MAX_FORMATTED)
      const html = markdownToHtml(text)
      assert.match(html, /^<(?:p|ul|blockquote|table)>/)
      assert.isAtMost(html.length, 16 * MAX_FORMATTED)
      let depth = 0
      let deepest = 0
      for (const [tag] of html.matchAll(/<\/?\w+/g)) {
        if (tag === '<br' || tag === '<hr') continue
        depth += tag.startsWith('</') ? -1 : 1
        deepest = Math.max(deepest, depth)
      }
      assert.isAtMost(deepest, 50)
    })
})

test.group('Markdown in the documentation', () => {
  test('is converted to headings, tables, and code', ({ assert }) => {
    assert.equal(
      documentationToHtml('# A\n\n|b|\n|-|\n|`c`|\n').replaceAll('\n', ''),
      '<h1>A</h1><table tabindex="0"><thead><tr><th>b</th></tr></thead><tbody><tr><td><code>c</code></td></tr></tbody></table>'
    )
  })
})
