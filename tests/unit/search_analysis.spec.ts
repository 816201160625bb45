import { test } from '@japa/runner'
import { LEGAL_LANGUAGE } from '#tests/helpers/legal_language'
import { analyse } from '#app/search_engine/analysis/analyse'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { readList } from '#app/search_engine/analysis/synonyms'
import { Random } from '#app/support/random'

test.group('analyzer', () => {
  test('{0}')
    .with<[string, string, string][]>([
      ['Café NAÏVE Straße ﬁnd', 'cafe naive strasse find', 'cafe naiv strass find'],
      ['negligence negligently', 'negligence negligently', 'neglig neglig'],
      ["Smith's plaintiffs' O’Neil", 'smiths plaintiffs oneil', 'smith plaintiff oneil'],
      ["Ass'n Int’l", 'assn intl', 'assn intl'],
      ['3d 2nd 4th Cal.App.4th', '3d 2nd 4th cal app 4th', '3d 2nd 4th cal app 4th'],
      ['42 U.S.C. § 1983', '42 usc § 1983', '42 usc § 1983'],
      ['§1983 ¶12 $500 50%', '§ 1983 ¶ 12 $ 500 50 %', '§ 1983 ¶ 12 $ 500 50 %'],
      ['F.3d F. 3d', 'f 3d f 3d', 'f 3d f 3d'],
      ['U.S. U. S. U.S', 'us us us', 'us us us'],
      ['410 U. S. 113', '410 us 113', '410 us 113'],
      ['U.S. v. Nixon; U. S. v. Nixon', 'us v nixon us v nixon', 'us v nixon us v nixon'],
      ['J.Smith J. Smith', 'j smith j smith', 'j smith j smith'],
      ['wi-fi', 'wi fi', 'wi fi'],
      ['Johnson & Johnson, AT&T', 'johnson and johnson at and t', 'johnson and johnson at and t'],
      ['007 00 0 1:05-cv-00123', '7 0 0 1 5 cv 123', '7 0 0 1 5 cv 123'],
      ['21cv01234 21-cv-1234', '21 cv 1234 21 cv 1234', '21 cv 1234 21 cv 1234'],
      ['SSN xxx-xx-xxxx of XX him', 'ssn of him', 'ssn of him'],
      ['the and of a to be', 'the and of a to be', 'the and of a to be'],
      ['𝐀bc 😀 сло́во', 'abc слово', 'abc слово'],
      ['co\u00adoperate', 'cooperate', 'cooper'],
      ['', '', ''],
    ])
    .run(({ assert }, [text, exact, stem]) => {
      const words = analyse(text)
      assert.equal(words.exact.join(' '), exact)
      assert.equal(words.stem.join(' '), stem)
    })

  test('returns the positions of words in the text', ({ assert }) => {
    const text = "In U.S. v. Smith's 21cv01234 § 5"
    const { start, end } = analyse(text)
    assert.deepEqual(
      start.map((at, index) => text.slice(at, end[index])),
      ['In', 'U.S.', 'v', "Smith's", '21', 'cv', '01234', '§', '5']
    )
  })

  test('truncates long words in linear time', ({ assert }) => {
    const [word] = analyse('a'.repeat(1_000_000)).exact
    assert.lengthOf(word!, 64)
    assert.deepEqual(analyse(`${'a'.repeat(64)}b`).exact, ['a'.repeat(64)])
    assert.lengthOf(analyse('a.'.repeat(200_000)).exact, 1)
    assert.deepEqual(analyse('\u0301'.repeat(100_000)).exact, [])
  })

  test('analyzes plain words the same with and without the cache', ({ assert }) => {
    const random = new Random(11)
    const signs = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789'
    const words = Array.from({ length: 5_000 }, () =>
      Array.from(
        { length: random.between(1, 9) },
        () => signs[random.between(0, signs.length - 1)]
      ).join('')
    )
    // A soft hyphen isn't part of a word, but it disables the fast path.
    const closely = analyse(words.map((word) => `${word}\u00ad`).join(' '))
    assert.deepEqual(analyse(words.join(' ')).stem, closely.stem)
    // More other words than the cache can store.
    for (let at = 0; at < 25; at++)
      analyse(Array.from({ length: 10_000 }, (_, word) => `w${at * 10_000 + word}`).join(' '))
    const again = analyse(words.join(', '))
    assert.deepEqual([again.exact, again.stem], [closely.exact, closely.stem])
  })

  test('is idempotent on random texts', ({ assert }) => {
    const random = new Random(7)
    for (let run = 0; run < 2000; run++) {
      const text = Array.from({ length: 30 }, () => String.fromCodePoint(anyPoint(random))).join('')
      const { exact, start, end } = analyse(text)
      assert.isTrue(start.every((at, index) => at < end[index]! && at >= (end[index - 1] ?? 0)))
      assert.isTrue(
        exact.every((word) => /^([\p{L}\p{N}\p{M}]+|[§¶$%])$/u.test(word)),
        text
      )
      assert.deepEqual(analyse(exact.join(' , ')).exact, exact, JSON.stringify(text))
    }
  })
})

function anyPoint(random: Random): number {
  const [from, to] = random.pick([
    [32, 126],
    [32, 126],
    [160, 0x24f],
    [0x300, 0x5ff],
    [0x2000, 0x2fff],
    [0xac00, 0xd7ff],
    [0xf900, 0xffff],
    [0x1d400, 0x1f9ff],
  ] as [number, number][])
  return random.between(from, to)
}

test.group('synonyms', () => {
  test('{0} has the synonym {1}')
    .with<[string, string][]>([
      ['first', '1st'],
      ['20th', 'twentieth'],
      ['ninetieth', '90th'],
      ['january', 'jan'],
      ['dec', 'december'],
      ['calif', 'california'],
      ['new york', 'ny'],
      ['ny', 'new york'],
      ['sdny', 'southern district of new york'],
      ['cir', 'circuit'],
      ['assn', 'association'],
      ['bd', 'board'],
      ['commn', 'commission'],
      ['corporation', 'corp'],
      ['dept', 'department'],
      ['govt', 'government'],
      ['international', 'intl'],
      ['mfg', 'manufacturing'],
      ['rr', 'railroad'],
      ['app', 'appellate'],
      ['v', 'versus'],
      ['section', '§'],
    ])
    .run(({ assert }, [word, other]) => {
      assert.include(
        LEGAL_LANGUAGE.listSynonyms(word.split(' ')).map((words) => words.join(' ')),
        other
      )
    })

  test('abbreviations with several meanings are expanded in one direction only', ({ assert }) => {
    assert.notDeepInclude(LEGAL_LANGUAGE.listSynonyms(['december']), ['decision'])
    assert.deepEqual(LEGAL_LANGUAGE.listSynonyms(['third']), [['3rd']])
    assert.deepEqual(LEGAL_LANGUAGE.listSynonyms(['appellate']), [])
  })

  test('lists have synonyms in both directions (,) and in one direction (=>)', ({ assert }) => {
    assert.deepEqual(Object.fromEntries(readList('a, b # remark\nc => d e, f\n\n# none\na, g')), {
      a: [['b'], ['g']],
      b: [['a']],
      c: [['d', 'e'], ['f']],
      g: [['a']],
    })
  })
})

test.group('text from HTML', () => {
  test('{0}')
    .with<[string, string][]>([
      ['<p>a<b>b</b>c</p><p>d</p>', '\u2029abc\u2029\u2029d\u2029'],
      ['&amp; &lt;b&gt; &sect;&nbsp;5 &#233;', '& <b> §\u00a05 é'],
      ['a<script>x<y</script>b<style>c</style>', 'a  b  '],
      ['a <!-- b --> c<br/>d', 'a  c\u2028d'],
      ['<opinion type="lead"><p id="b1">x</p></opinion>', ' \u2029x\u2029 '],
      ['a < b', 'a < b'],
      ['<p title=">">x', '\u2029x'],
      ['<table><tr><td>a</td><td>b</td></tr></table>', '\u2029\u2029 a  b \u2029\u2029'],
    ])
    .run(({ assert }, [html, text]) => {
      assert.equal(htmlText(html), text)
    })

  test('takes linear time for hostile input', ({ assert }) => {
    for (const piece of ['<a>', '</b>', '<', '<!--', '&', '<a b="', '<![CDATA[', '<script>']) {
      assert.isString(htmlText(piece.repeat(400_000)))
    }
    assert.isString(htmlText('<a>'.repeat(300_000) + '</b>'.repeat(300_000)))
  })

  test('stops at a limit', ({ assert }) => {
    assert.isBelow(htmlText('<p>word</p>'.repeat(1_000_000), 100).length, 100_000)
  })
})
