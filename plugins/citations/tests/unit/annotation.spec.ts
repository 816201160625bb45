import { test } from '@japa/runner'
import { annotate, withAnnotations } from '#app/citations/annotate'
import { clean } from '#app/citations/clean'
import { Random } from '#app/support/random'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'

const extract = makeExtractor(citationTables())

test.group('linked citations', () => {
  test('leave other markup unchanged', ({ assert }) => {
    assert.equal(
      linked('<p class="a">See <i>Roe</i>, 410&nbsp;U.S. 113 &amp; more.</p>'),
      '<p class="a">See <i>Roe</i>, [410&nbsp;U.S. 113] &amp; more.</p>'
    )
  })

  test('enclose elements within them', ({ assert }) => {
    assert.equal(linked('<p>25 <i>N.J.</i> 161 (1957)</p>'), '<p>[25 <i>N.J.</i> 161] (1957)</p>')
    assert.equal(linked('<p><b>1 U.S.</b> 1</p>'), '<p>[<b>1 U.S.</b> 1]</p>')
  })

  test('wrap each part if elements overlap', ({ assert }) => {
    assert.equal(linked('<p>x <b>y 1 U.S.</b> 1 z</p>'), '<p>x <b>y [1 U.S.]</b>[ 1] z</p>')
    assert.equal(linked('<p>x 1 U.S.</p><p>1 z</p>'), '<p>x [1 U.S.]</p><p>[1] z</p>')
  })

  test('are not added in links, attributes, comments, and scripts', ({ assert }) => {
    for (const html of [
      '<a href="/x">1 U.S. 1</a>',
      '<a href="/x">see <b>1 U.S. 1</b></a>',
      '<p title="1 U.S. 1">x</p>',
      '<!-- 1 U.S. 1 --><p>x</p>',
      '<script>"1 U.S. 1"</script><p>x</p>',
    ])
      assert.equal(linked(html), html)
  })

  test('include entities at their end', ({ assert }) => {
    const cleaned = clean('<p>Stat. &sect; &sect;</p>', ['html'])
    const span = { start: cleaned.text.length - 1, end: cleaned.text.length }
    assert.equal(
      withAnnotations(cleaned, [{ span, before: '[', after: ']' }], { markup: true }),
      '<p>Stat. &sect; [&sect;]</p>'
    )
  })

  test('exclude citations that overlap another or are outside the text', ({ assert }) => {
    const cleaned = clean('abcdef', [])
    const marks = [
      [0, 3],
      [2, 4],
      [4, 9],
      [5, 5],
    ].map(([start, end]) => ({ span: { start: start!, end: end! }, before: '[', after: ']' }))
    assert.equal(withAnnotations(cleaned, marks, { markup: false }), '[abc]def')
  })

  test('never break elements', ({ assert }) => {
    const random = new Random(7)
    const parts = [
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<p>',
      '</p>',
      '<br>',
      '<a href="#">',
      '</a>',
      '<',
      '&amp;',
      ' ',
    ]
    const words = [
      '1',
      'U.S.',
      '1',
      '2',
      'F.2d',
      '3',
      'Id.',
      'at',
      '5',
      '§',
      'Roe',
      'v.',
      'Wade,',
      '410',
    ]
    for (let round = 0; round < 2_000; round++) {
      let html = ''
      for (let length = 0; length < 30; length++) {
        const from = random.next() < 0.4 ? parts : words
        html += from[Math.floor(random.next() * from.length)]! + (random.next() < 0.6 ? ' ' : '')
      }
      const result = linked(html)
      assert.equal(result.replaceAll(/[[\]]/g, ''), html)
      for (const [, inner] of result.matchAll(/\[([^[\]]*)\]/g)) {
        assert.isTrue(isBalanced(inner!), result)
        assert.notMatch(inner!, /<\/?a\b/)
      }
    }
  })
})

function linked(html: string): string {
  const cleaned = clean(html, ['html', 'all_whitespace'])
  return annotate(cleaned, extract(cleaned.text, { markup: cleaned }), () => ['[', ']'], {
    markup: true,
  })
}

function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, close, name] of html.matchAll(/<(\/?)([bipa])\b[^>]*>/g)) {
    if (!close) open.push(name!)
    else if (open.pop() !== name) return false
  }
  return !open.length
}
