import { test } from '@japa/runner'
import {
  highlight,
  highlightParts,
  opening,
  snippet,
  snippetOfMarked,
} from '#app/search_engine/highlight/highlight'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { caseIndex } from '#tests/helpers/search_index'

const index = caseIndex()
const query = (text: string) => parseQuery(text, index).tree
/** The leaves that are highlighted for a query. */
const leaves = (text: string) => parseQuery(text, index).leaves
const FILLER = 'lorem ipsum dolor sit amet '

test.group('highlighting of values (6)', () => {
  test('{0} in "{1}"')
    .with<[string, string, string | null][]>([
      ['duty', 'The duties owed', 'The <mark>duties</mark> owed'],
      ['"duty"', 'The duties owed, a duty', 'The duties owed, a <mark>duty</mark>'],
      ['"duty of care"', 'A Duty of Care, a duty', 'A <mark>Duty of Care</mark>, a duty'],
      ['"duty care"~2', 'A duty of due care', 'A <mark>duty</mark> of due <mark>care</mark>'],
      ['"duty care"~1', 'A duty of due care', null],
      ['negligen*', 'negligent or negligence', '<mark>negligent</mark> or <mark>negligence</mark>'],
      ['wom?n', 'woman, women, womn', '<mark>woman</mark>, <mark>women</mark>, womn'],
      ['neglignce~1', 'negligence', '<mark>negligence</mark>'],
      ['smith', "Smith's house", "<mark>Smith's</mark> house"],
      ['first', 'the 1st one', 'the <mark>1st</mark> one'],
      ['us', 'U. S. v. Nixon', '<mark>U. S.</mark> v. Nixon'],
      ['duty -breach', 'duty and breach', '<mark>duty</mark> and breach'],
      ['caseName:duty', 'duty', '<mark>duty</mark>'],
      ['judge:duty', 'duty', null],
      ['dateFiled:2020', '2020', null],
      ['wi-fi', 'a Wi-Fi net', 'a <mark>Wi-Fi</mark> net'],
      ['café', 'CAFE & café', '<mark>CAFE</mark> & <mark>café</mark>'],
      ['"a b c" "b c d"', 'a b c d', '<mark>a b c d</mark>'],
      ['', 'duty', null],
    ])
    .run(({ assert }, [asked, text, marked]) => {
      assert.equal(highlight(text, query(asked), { fields: ['caseName'] }), marked)
    })

  test('highlights citations and case names as a whole: {0} in "{1}"')
    .with<[string, string, string][]>([
      ['410 U.S. 113', 'in 410 U. S. 113, 4', 'in <mark>410 U. S. 113</mark>, 4'],
      ['410 U.S. 113', 'the U.S., 410 U.S. 113', 'the U.S., <mark>410 U.S. 113</mark>'],
      ['410 U.S. 113', 'page 113 of 410', 'page <mark>113</mark> of <mark>410</mark>'],
      ['410 U.S. 113 baz', 'baz 410 U.S. 113', '<mark>baz</mark> <mark>410 U.S. 113</mark>'],
      ['Roe v Wade', 'Roe. In Roe v. Wade v.', 'Roe. In <mark>Roe v. Wade</mark> v.'],
      ['roe vs. wade', 'Wade, Roe', '<mark>Wade</mark>, <mark>Roe</mark>'],
      [
        'foo v. bd. of educ., 3 F.3d 5 (1990)',
        'Foo v. Board of Education, 3 F. 3d 5',
        '<mark>Foo v. Board of Education</mark>, <mark>3 F. 3d 5</mark>',
      ],
      ['NOT 410 U.S. 113', 'a 113', 'a <mark>113</mark>'],
    ])
    .run(({ assert }, [asked, text, expected]) => {
      assert.equal(highlight(text, leaves(asked), { fields: ['caseName'] }), expected)
    })

  test('highlights exact values as a whole', ({ assert }) => {
    const court = (text: string) =>
      highlight(text, query('court_id:(ca9 OR scotus)'), { fields: ['court_id'] })
    assert.equal(court('CA9'), '<mark>CA9</mark>')
    assert.isNull(court('ca2'))
    assert.isNull(highlight('ca9', query('court_id:ca9'), { fields: ['caseName'] }))
  })

  test('can highlight with another element and escape HTML', ({ assert }) => {
    const options = { fields: ['caseName'] } as const
    const text = '<b>duty</b> & "x"'
    assert.equal(
      highlight(text, query('duty'), { fields: ['caseName'], tag: 'strong' }),
      '<b><strong>duty</strong></b> & "x"'
    )
    assert.equal(
      highlight(text, query('duty'), { fields: ['caseName'], escape: true }),
      '&lt;b&gt;<mark>duty</mark>&lt;/b&gt; &amp; &quot;x&quot;'
    )
    assert.deepEqual(highlightParts('a duty', query('duty'), { fields: [...options.fields] }), [
      { text: 'a ', marked: false },
      { text: 'duty', marked: true },
    ])
  })
})

test.group('snippets (6)', () => {
  const options = { fields: ['text'] }

  test('cuts fragments of about 100 characters around the match, at word boundaries', ({
    assert,
  }) => {
    const text = `${FILLER.repeat(50)}negligence ${FILLER.repeat(50)}`
    const found = snippet(text, query('negligent'), options)
    assert.equal(
      found,
      'dolor sit amet lorem ipsum dolor sit amet <mark>negligence</mark> lorem ipsum dolor sit amet lorem ipsum dolor'
    )
    assert.isAtMost(found.replaceAll(/<\/?mark>/g, '').length, 100)
  })

  test('contain at most five fragments and five highlights', ({ assert }) => {
    const text = `${FILLER.repeat(20)}negligence `.repeat(9)
    const found = snippet(text, query('negligence'), options)
    assert.lengthOf(found.split(' … '), 5)
    assert.lengthOf(found.match(/<mark>negligence<\/mark>/g)!, 5)
    const close = snippet('negligence '.repeat(30), query('negligence'), options)
    assert.lengthOf(close.match(/<mark>/g)!, 5)
    assert.notInclude(close, ' … ')
  })

  test('prefers fragments with more query terms, and shows them in text order', ({ assert }) => {
    const gap = FILLER.repeat(20)
    const text = `${`duty ${gap}`.repeat(6)} duty and breach ${gap}`
    const found = snippet(text, query('duty breach'), options).split(' … ')
    assert.include(found.at(-1), '<mark>duty</mark> and <mark>breach</mark>')
    assert.lengthOf(found, 4)
  })

  test('adjacent fragments do not overlap', ({ assert }) => {
    const text = Array.from({ length: 40 }, (_, at) => (at % 9 ? `word${at}` : 'duty')).join(' ')
    const found = snippet(text, query('duty'), options)
    const plain = found.replaceAll(/<\/?mark>/g, '').split(' … ')
    let from = 0
    for (const fragment of plain) {
      const at = text.indexOf(fragment, from)
      assert.isAtLeast(at, from)
      from = at + fragment.length
    }
  })

  test('does not cut words between close matches', ({ assert }) => {
    for (let gap = 60; gap < 130; gap++) {
      const between = FILLER.repeat(5).slice(0, gap).replace(/ $/, 'x')
      const text = `${FILLER} ante-duty ${between} breach-post ${FILLER}`
      const words = new Set(text.split(/\s+/))
      const found = snippet(text, query('duty breach'), options).replaceAll(/<\/?mark>/g, '')
      for (const word of found.split(/\s+/)) if (word !== '…') assert.isTrue(words.has(word), found)
    }
  })

  test('prefers a whole citation to its parts', ({ assert }) => {
    const gap = FILLER.repeat(20)
    const text = `${`113 and the U.S. in 410 ${gap}`.repeat(6)} 410 U.S. 113 ${gap}`
    const found = snippet(text, leaves('410 U.S. 113'), options)
    assert.include(found, '<mark>410 U.S. 113</mark>')
    assert.lengthOf(found.match(/<mark>/g)!, 1)
  })

  test('collapses whitespace, removes tags, and decodes entities', ({ assert }) => {
    const html = '<p>The <i>neg</i>ligence&nbsp;of\n\n  A &amp; B</p><script>negligence()</script>'
    assert.equal(
      snippet(html, query('negligence'), { ...options, html: true }),
      'The <mark>negligence</mark> of A & B'
    )
  })

  test('shows the first 500 characters if nothing matches', ({ assert }) => {
    const text = 'é'.repeat(499) + '😀' + 'x'.repeat(600)
    assert.equal(snippet(text, query('nothing'), options), 'é'.repeat(499) + '😀')
    assert.equal(snippet(text, [], options), 'é'.repeat(499) + '😀')
    assert.equal(snippet(text, query('caseName:xyz'), options), 'é'.repeat(499) + '😀')
    assert.equal(opening('  a \n\t b  '), 'a b')
    assert.equal(opening(`${' '.repeat(100_000)}a`), 'a')
    assert.equal(opening('<p>a</p><p>b</p>', { html: true }), 'a b')
    assert.equal(opening('<p></p>'.repeat(50_000) + 'x', { html: true }), 'x')
  })

  test('finds matches near the end of a long text', ({ assert }) => {
    const text = `${'lorem ipsum '.repeat(60_000)}gross negligence`
    assert.include(snippet(text, query('"gross negligence"'), options), '<mark>gross negligence')
    const border = 'x '.repeat(99_995) + 'gross negligence ' + 'x '.repeat(1000)
    assert.include(snippet(border, query('"gross negligence"'), options), '<mark>gross negligence')
  })

  test('shows the text around the highlights of an already highlighted value', ({ assert }) => {
    const value = `${FILLER.repeat(20)}order on <mark>duty</mark> & costs${` ${FILLER}`.repeat(20)}`
    const found = snippetOfMarked(value)!
    assert.include(found, 'order on <mark>duty</mark> & costs')
    assert.isBelow(found.length, 120)
    assert.equal(snippetOfMarked('a <mark>duty</mark>'), 'a <mark>duty</mark>')
    assert.isNull(snippetOfMarked('a duty'))
  })

  test('handles texts without spaces, and long matches', ({ assert }) => {
    const found = snippet(`duty,${'😀'.repeat(500)}`, query('duty'), options)
    assert.isTrue(found.isWellFormed())
    assert.isAtMost(found.length, 120)
    const phrase = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
    assert.equal(snippet(phrase, query(`"${phrase}"`), options), `<mark>${phrase}</mark>`)
  })
})
