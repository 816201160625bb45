import { test } from '@japa/runner'
import { passageAround } from '../../pages/decision/cited_by.js'

const LINK = '<a href="/opinion/9/roe-v-wade/">410 U.S. 113</a>'

test.group('passage around a citation', () => {
  test('is the sentence with the citation', ({ assert }) => {
    const html = `<p>One thing. The Court held in <em>Roe v. Wade</em>, ${LINK}, 153 (1973), that the right of privacy is broad enough. Another.</p>`
    assert.equal(
      passage(html),
      'The Court held in Roe v. Wade, 410 U.S. 113, 153 (1973), that the right of privacy is broad enough.'
    )
  })

  test('includes the sentence before a bare citation', ({ assert }) => {
    const html = `<p>Far away. Privacy includes this choice.<sup><a class="footnote" href="#fn1">1</a></sup> <em>Roe</em>, ${LINK}.</p>`
    assert.equal(passage(html), 'Privacy includes this choice. Roe, 410 U.S. 113.')
  })

  test('stays in its paragraph', ({ assert }) => {
    const html = `<p>A paragraph without an end</p><div><p>See ${LINK}</p></div><p>Next paragraph.</p>`
    assert.equal(passage(html), 'See 410 U.S. 113')
  })

  test('omits footnote and page numbers', ({ assert }) => {
    const html = `<div><p><a class="footnote" href="#fn1_ref">1</a> See <span class="star-pagination">*7</span> ${LINK} (1973).</p></div>`
    assert.equal(passage(html).replace(/ +/g, ' '), 'See 410 U.S. 113 (1973).')
  })

  test('is cut at word boundaries around the citation', ({ assert }) => {
    const html = `<p>${'before '.repeat(200)}${LINK}${' after'.repeat(200)}</p>`
    const text = passage(html)
    assert.isAtMost(text.length, 430)
    assert.match(text, /^… before .* before 410 U\.S\. 113 after .* after …$/)
  })

  test("keeps the text's own ellipsis when cut", ({ assert }) => {
    const html = `<p>See ${LINK} as quoted… there${' after'.repeat(200)}</p>`
    assert.match(passage(html), /^See 410 U\.S\. 113 as quoted… there after .* …$/)
  })

  test('is found in a part that starts and ends within tags', ({ assert }) => {
    assert.equal(
      passage(`ass="x">Cut here, ${LINK} and there <a hr`),
      'Cut here, 410 U.S. 113 and there'
    )
    assert.equal(passageAround('no tag "/opinion/9/', 8), '')
  })
})

function passage(html: string): string {
  return passageAround(html, html.indexOf('"/opinion/9/'))
}
