import { test } from '@japa/runner'
import { loadOpinionText } from '../../pages/decision/decision_text.js'

test.group('opinion text', () => {
  test('has an anchor at the first marker of each page', async ({ assert }) => {
    const mark = '<span class="star-pagination">*102</span>'
    const { html, hasPages } = await loadOpinionText({
      id: 7,
      html_lawbox: `<p>a ${mark} b ${mark} c</p>`,
    })
    assert.isTrue(hasPages)
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
      hasPages: false,
    })
  })
})
