import { test } from '@japa/runner'
import { cleanDecision, cleanHtml } from '#app/web/clean_html'

const NOTE = '<sup><a class="footnote x" href="#fn1" id="fn1_ref">1</a></sup>'

test.group('texts of decisions', () => {
  test('keep page numbers and links between notes', ({ assert }) => {
    assert.equal(
      cleanDecision(`<p>a <span class="star-pagination">*302</span> b${NOTE}</p>`, 'opinion-7'),
      '<p>a <span class="star-pagination">*302</span> b<sup>' +
        '<a class="footnote" href="#opinion-7-fn1" id="opinion-7-fn1_ref">1</a></sup></p>'
    )
    assert.include(
      cleanDecision('<div class="footnote" id="fn1"><a href="#fn1_ref">1</a></div>', 'opinion-7'),
      'id="opinion-7-fn1"><a href="#opinion-7-fn1_ref">'
    )
  })

  test('have headings below the page’s levels, with prefixed anchors', ({ assert }) => {
    assert.equal(cleanDecision('<h1 id="a">I</h1>', 'opinion-7'), '<h3 id="opinion-7-a">I</h3>')
  })

  test('lose other classes, invalid anchors, and scripts', ({ assert }) => {
    for (const [html, clean] of [
      ['<p class="menu" id="a b" onclick="x()">t</p>', '<p>t</p>'],
      ['<a href="#a%20b">t</a>', '<a>t</a>'],
      ['<a href="javascript:x()">t</a>', '<a>t</a>'],
      ['<a href="/opinion/1/">t</a>', '<a href="/opinion/1/">t</a>'],
      ['<p style="position:fixed">t</p>', '<p>t</p>'],
    ])
      assert.equal(cleanDecision(html!, 'opinion-7'), clean)
  })

  test('anchors and classes are removed from other texts', ({ assert }) => {
    assert.notMatch(cleanHtml(NOTE), / id=| class=/)
  })
})
