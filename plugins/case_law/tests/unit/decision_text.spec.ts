import { test } from '@japa/runner'
import { loadOpinionText } from '../../pages/decision/decision_text.js'

test.group('opinion text', () => {
  test('has an anchor at the first marker of each page', async ({ assert }) => {
    const mark = '<span class="star-pagination">*102</span>'
    const { html, firstPage } = await loadOpinionText({
      id: 7,
      html_lawbox: `<p>a ${mark} b ${mark} c</p>`,
    })
    assert.equal(firstPage, '102')
    assert.equal(html!.match(/id="opinion-7-page-102"/g)?.length, 1)
    assert.equal(html!.match(/page <\/span>102/g)?.length, 2)
  })

  test('converts footnotes and page numbers in XML to links and markers', async ({ assert }) => {
    const xml =
      '<p>Text<footnotemark>1</footnotemark> <page-number citation-index="1" label="44">*44</page-number></p>' +
      '<footnote label="1"><p>A note.</p></footnote>'
    const { html } = await loadOpinionText({ id: 7, xml_harvard: xml })
    assert.include(html, '<a class="footnote" href="#opinion-7-fn1" id="opinion-7-fn1_ref">1</a>')
    assert.include(html, '<div class="footnote" id="opinion-7-fn1">')
    assert.include(html, 'href="#opinion-7-fn1_ref"')
    assert.include(html, 'id="opinion-7-page-44"')
  })

  test('escapes markup in page numbers and footnotes', async ({ assert }) => {
    const { html } = await loadOpinionText({
      id: 7,
      xml_harvard:
        '<page-number>"><script>x</script></page-number><footnote label="&quot;><img onerror=x>">',
    })
    assert.notMatch(html!, /<script|onerror/)
  })

  test('is plain text if there is no HTML', async ({ assert }) => {
    assert.deepEqual(await loadOpinionText({ id: 7, plain_text: 'Plain <b>' }), {
      text: 'Plain <b>',
      contents: [],
    })
  })

  test('links to paragraphs, and keeps their own anchors', async ({ assert }) => {
    const { html } = await loadOpinionText({
      id: 7,
      html: '<p>One.</p><p> </p><p id="b2">Two <em>2</em>.</p>',
    })
    assert.include(
      html,
      '<p id="opinion-7-paragraph-1">One.<a class="paragraph-link" href="#opinion-7-paragraph-1" aria-label="Link to paragraph 1"></a></p>'
    )
    assert.include(html, '<p id="opinion-7-b2">Two <em>2</em>.<a')
    assert.include(html, 'href="#opinion-7-b2" aria-label="Link to paragraph 2"')
    assert.equal(html!.match(/paragraph-link/g)?.length, 2)
  })

  test('lists headings and footnotes as contents', async ({ assert }) => {
    const { html, contents } = await loadOpinionText({
      id: 7,
      html:
        `<h1>I <b>Facts</b></h1><h3></h3><h4>${'long '.repeat(40)}</h4>` +
        '<div class="footnotes"><div class="footnote" id="fn1">A note.</div></div>',
    })
    assert.deepEqual(
      contents.map(({ anchor }) => anchor),
      ['opinion-7-heading-1', 'opinion-7-heading-2', 'opinion-7-footnotes']
    )
    for (const { anchor } of contents) assert.include(html, `id="${anchor}"`)
    assert.equal(contents[0]!.label, 'I Facts')
    assert.isAtMost(contents[1]!.label.length, 82)
  })

  test('lists a limited number of headings', async ({ assert }) => {
    const { contents } = await loadOpinionText({ id: 7, html: '<h3>x</h3>'.repeat(1_000) })
    assert.equal(contents.length, 40)
  })

  test('has an anchor at the first citation of each decision', async ({ assert }) => {
    const link = '<a href="/opinion/9/x/">9 U.S. 9</a>'
    const { html } = await loadOpinionText({
      id: 7,
      html_with_citations: `<p>${link} ${link} <a href="/opinion/10/y/">10</a></p>`,
    })
    assert.equal(html!.match(/id="opinion-7-cites-9"/g)?.length, 1)
    assert.include(html, '<a href="/opinion/10/y/" id="opinion-7-cites-10">')
  })
})
