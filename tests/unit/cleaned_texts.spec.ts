/** Long texts are cleaned in a thread with the same result as in the main thread. */
import { test } from '@japa/runner'
import runCleanTask from '#app/web/clean_task'
import { cleanedText, MAX_INLINE } from '#app/web/cleaned_texts'

const PIECES: Record<string, string> = {
  'prose': 'Some *text* with [links](https://a.example/) and words. ',
  'open elements': '<div>',
  'links': '<a href="https://a.example/">x</a>',
  'scripts': '<script>x</script><p onclick="x">y</p>',
  'footnotes': '<div class="footnote" id="fn1"><a href="#fn1_ref">1</a></div>',
  'quotes': '> ',
  'brackets': '![[[](',
  'emphasis': '*a **b ',
  'entities': '&lt;&amp;&#0;',
  'characters of two units': '😀 ',
}

test.group('cleaned texts', () => {
  test('are the same in both threads at every length: {$self}')
    .with(Object.keys(PIECES))
    .run(async ({ assert }, name) => {
      const piece = PIECES[name]!
      for (const length of [100, MAX_INLINE, MAX_INLINE + 1, 40_000]) {
        const text = piece
          .repeat(Math.ceil(length / piece.length))
          .slice(0, length)
          .toWellFormed()
        for (const task of [
          { kind: 'markdown', text },
          { kind: 'html', text },
          { kind: 'decision', text, prefix: 'opinion-7' },
        ] as const)
          assert.isTrue((await cleanedText(task)) === runCleanTask(task), `${task.kind} ${length}`)
      }
    })

  test('contain no scripts', async ({ assert }) => {
    const text = '<p onclick="x">a</p><script>b</script>'.repeat(1_000)
    const html = await cleanedText({ kind: 'html', text })
    assert.notMatch(html, /script|onclick/)
    const markdown = await cleanedText({ kind: 'markdown', text })
    assert.notMatch(markdown, /<script|<p onclick/)
  })
})
