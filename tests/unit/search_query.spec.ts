import { test } from '@japa/runner'
import { analyseRow, matches } from '#app/search_engine/query/evaluate'
import { readCitations } from '#plugins/case_law/search/language/read_citations'
import { checkText } from '#app/search_engine/query/check_text'
import {
  numberFilter,
  parseFilterText,
  parseQuery,
  phraseFilter,
  type QueryContext,
} from '#app/search_engine/query/parse_query'
import { printQuery, printTree } from '#app/search_engine/query/print'
import { parseQuestion, textForMeaning } from '#app/search_engine/query/parse_question'
import { QueryError } from '#app/search_engine/query/query_error'
import { parseSyntax } from '#app/search_engine/query/parse_syntax'
import { getQueryDepth, type QueryLeaf } from '#app/search_engine/query/tree'
import { caseIndex } from '#tests/helpers/search_index'

const index = caseIndex()
/** The fields searched by words without a field, which `printed` omits. */
const ALL_FIELDS = 'caseName,docketNumber,text:'

function printed(text: string, context: QueryContext = {}): string {
  return printTree(parseQuery(text, index, context).tree).replaceAll(ALL_FIELDS, '')
}

function refusal(text: string, context: QueryContext = {}): QueryError {
  try {
    parseQuery(text, index, context)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error(`"${text}" was not refused`)
}

test.group('query language: syntax (4.1)', () => {
  test('{0} is {1}')
    .with<[string, string][]>([
      ['', 'ALL'],
      ['   ', 'ALL'],
      ['foo bar', '(foo… AND bar…)'],
      ['foo AND bar', '(foo… AND bar…)'],
      ['foo & bar', '(foo… AND bar…)'],
      ['foo && bar', '(foo… AND bar…)'],
      ['foo OR bar', '(foo… OR bar…)'],
      ['foo | bar', '(foo… OR bar…)'],
      ['foo || bar', '(foo… OR bar…)'],
      ['foo|bar', '(foo… OR bar…)'],
      ['NOT foo', 'NOT foo…'],
      ['foo NOT bar', '(foo… AND NOT bar…)'],
      ['foo AND NOT bar', '(foo… AND NOT bar…)'],
      ['foo % bar', '(foo… AND NOT bar…)'],
      ['foo -bar', '(foo… AND NOT bar…)'],
      ['-foo', 'NOT foo…'],
      ['-"foo bar"', 'NOT "foo bar"'],
      ['-(foo bar)', 'NOT (foo… AND bar…)'],
      ['NOT NOT foo', 'foo…'],
      ['foo - bar', '(foo… AND bar…)'],
      ['foo OR bar AND baz', '(foo… OR (bar… AND baz…))'],
      ['foo bar OR baz', '((foo… AND bar…) OR baz…)'],
      ['(foo OR bar) baz', '((foo… OR bar…) AND baz…)'],
      ['foo(bar)', '(foo… AND bar…)'],
      ['foo and bar or not baz', '(foo… AND and… AND bar… AND or… AND not… AND baz…)'],
      ['AT&T', '"at… and… t…"'],
      ['"duties owed"', '"duties owed"'],
      ['“duties owed”', '"duties owed"'],
      ['"duties"', 'duties'],
      ['"duties owed"~5', '"duties owed"~5'],
      ['"duties owed" ~5', '"duties owed"~5'],
      ['"duties owed"~0', '"duties owed"~0'],
      ['duties~', 'duties~2'],
      ['duties~1', 'duties~1'],
      ['duties~2', 'duties~2'],
      ['negligen*', 'negligen*'],
      ['!negligen', 'negligen*'],
      ['Négligen*,', 'negligen*'],
      ['wo*d', 'wo*d'],
      ['wom?n', 'wom?n'],
      ['?oman', '?oman'],
      ['fo?bar*', 'fo?bar*'],
      ['caseName:foo', 'caseName:foo…'],
      ['caseName: foo', 'caseName:foo…'],
      ['caseName:(foo OR bar)', '(caseName:foo… OR caseName:bar…)'],
      ['caseName:"foo bar"', 'caseName:"foo bar"'],
      ['caseName:(foo judge:bar) baz', '(caseName:foo… AND judge:bar… AND baz…)'],
      ['-caseName:foo', 'NOT caseName:foo…'],
      ['caseName.exact:duties', 'caseName:duties'],
      ['dateFiled:[2020-01-01 TO 2020-01-31]', 'dateFiled:[18262 TO 18292]'],
      ['dateFiled:[2020 TO 2020-01]', 'dateFiled:[18262 TO 18292]'],
      ['dateFiled:[2020 TO *]', 'dateFiled:[18262 TO *]'],
      ['dateFiled:[* TO 2020-01-31]', 'dateFiled:[* TO 18292]'],
      ['dateFiled:{2020-01-01 TO 2020-01-31}', 'dateFiled:[18263 TO 18291]'],
      ['dateFiled:["01/01/2020" TO "5 days ago"]', 'dateFiled:[18262 TO 18995]'],
      ['dateFiled:2020-01', 'dateFiled:[18262 TO 18292]'],
      ['dateFiled:>=2020', 'dateFiled:[18262 TO *]'],
      ['dateFiled:>2020', 'dateFiled:[18628 TO *]'],
      ['dateFiled:<2020', 'dateFiled:[* TO 18261]'],
      ['dateFiled:<=2020-01', 'dateFiled:[* TO 18292]'],
      ['dateFiled:[2021 TO 2020]', 'NONE'],
      ['citeCount:[5 TO 10]', 'citeCount:[5 TO 10]'],
      ['citeCount:5', 'citeCount:{5}'],
      ['citeCount:(5 OR 6)', 'citeCount:{5, 6}'],
      ['per_curiam:True', 'per_curiam:{true}'],
      ['timestamp:>=2020-01-01T00:00:01Z', 'timestamp:[1577836801000 TO *]'],
      ['timestamp:2020-01-01', 'timestamp:[1577836800000 TO 1577923199999]'],
      ['court_id:CA9', 'court_id:{ca9}'],
      ['foo^2 "bar baz"^3', '(foo… AND "bar baz")'],
      ['foo \\"bar\\(', '(foo… AND bar…)'],
    ])
    .run(({ assert }, [text, tree]) => {
      assert.equal(printed(text, { today: Date.UTC(2022, 0, 8) }), tree)
    })

  test('{0} is repaired to {1}')
    .with<[string, string][]>([
      ['casename', 'caseName'],
      ['case_name', 'caseName'],
      ['case_title', 'caseName'],
      ['docketnumber', 'docketNumber'],
      ['datefiled', 'dateFiled'],
      ['date_filed', 'dateFiled'],
      ['suitnature', 'suitNature'],
      ['lexiscite', 'lexisCite'],
      ['neutralcite', 'neutralCite'],
      ['citecount', 'citeCount'],
      ['dateargued', 'dateArgued'],
      ['datereargued', 'dateReargued'],
      ['dateterminated', 'dateTerminated'],
      ['jurydemand', 'juryDemand'],
      ['DOB', 'dob'],
      ['DOD', 'dod'],
    ])
    .run(({ assert }, [written, name]) => {
      assert.deepEqual(parseQuery(`${written}:2020`, index).fields, [name])
    })
})

test.group('query language: rewrites (4.2)', () => {
  const KEY = 'docketNumber:#cv.21.1234'
  /** For a number without a type. */
  const UNTYPED = 'docketNumber:#-.21.1234'
  const OF_OFFICE = `(${KEY}@1 OR ${KEY}@- OR ${UNTYPED}@1 OR ${UNTYPED}@-)`
  const ELSEWHERE = 'caseName,text:'

  test('{0} is {1}')
    .with<[string, string][]>([
      ['foo "bar baz" (qux)', '(foo… AND "bar baz" AND qux…)'],
      ['42-1983', `(${ELSEWHERE}"42 1983" OR docketNumber:#.42.1983)`],
      ['410-US-113', '"410 us 113"'],
      ['12(b)(6)', '"12 b 6"'],
      ['wi-fi', '"wi… fi…"'],
      [
        '1:21-cv-1234',
        `(${ELSEWHERE}"1 21 cv 1234" OR docketNumber:#cv.21.1234@1 OR docketNumber:#cv.21.1234@- OR docketNumber:#-.21.1234@1 OR docketNumber:#-.21.1234@-)`,
      ],
      [
        '1:21-cv-01234-ABC-DEF',
        `(${ELSEWHERE}"1 21 cv 1234 abc def" OR docketNumber:#cv.21.1234@1 OR docketNumber:#cv.21.1234@- OR docketNumber:#-.21.1234@1 OR docketNumber:#-.21.1234@-)`,
      ],
      ['21cv01234', `(${ELSEWHERE}"21 cv 1234" OR ${KEY} OR ${UNTYPED})`],
      ['21-1234', `(${ELSEWHERE}"21 1234" OR docketNumber:#.21.1234)`],
      ['"21-cv-1234"', `(${ELSEWHERE}"21 cv 1234" OR ${KEY})`],
      [
        '"21-1234"',
        `(${ELSEWHERE}"21 1234" OR (docketNumber:"21 1234" AND docketNumber:#.21.1234))`,
      ],
      ['docketNumber:1:21-cv-01234-ABC', OF_OFFICE],
      ['docketNumber:21cv1234', `(${KEY} OR ${UNTYPED})`],
      ['docketNumber:21-1234', 'docketNumber:#.21.1234'],
      ['docketNumber:1234', 'docketNumber:#..1234'],
      ['docketNumber:A-12', 'docketNumber:"a 12"'],
      ['docketNumber:"21-1234"', '(docketNumber:"21 1234" AND docketNumber:#.21.1234)'],
      ['docketNumber:"21-cv-1234"', KEY],
      ['cites:(123 OR 456)', 'cites:{123, 456}'],
      ['court_id:ca9', 'court_id:{ca9, cand, cacd}'],
      ['court_id:(ca9 OR scotus)', 'court_id:{ca9, cand, cacd, scotus}'],
      ['docket_id:5', 'docket_id:{5}'],
      ['"410 U.S. 113"', '"410 us 113"'],
      ['F. R. D. 113', '(frd… AND 113…)'],
      ['F. R. D., 113', '(frd… AND 113…)'],
      ['F. R. v. D. 113', '(fr… AND (v… OR versu… OR vs…) AND d… AND 113…)'],
      [
        'New Jersey v. T. L. O.',
        '(((new… AND jersei…) OR nj…) AND (v… OR versu… OR vs…) AND tlo…)',
      ],
      ['F. OR R.', '(f… OR r…)'],
    ])
    .run(({ assert }, [text, tree]) => {
      const below = { court_id: (id: string) => (id === 'ca9' ? ['cand', 'cacd'] : []) }
      assert.equal(printed(text, { below }), tree)
    })

  test('{0} is read as {1}')
    .with<[string, string][]>([
      ['347 U.S. 483 (1954)', '347 U.S. 483'],
      ['foo v. bar, 347 U.S. 483, 495 (1954)', 'foo v. bar, 347 U.S. 483'],
      ['347 U.S. 483, 495-96, 500', '347 U.S. 483'],
      ['12 F.3d 345 (9th Cir. 1994)', '12 F.3d 345'],
      ['347 us 483, 74 s. ct. 686 (1954) baz', '347 us 483, 74 s. ct. 686 baz'],
      ['(347 U.S. 483 (1954)) OR citation:(1 F. 2 (1900))', '(347 U.S. 483) OR citation:(1 F. 2)'],
      ['304 U.S. 144 n.4', '304 U.S. 144'],
      ['304 U.S. 144, 152 n. 4 (1938)', '304 U.S. 144'],
      ['304 U.S. 144, 152-53 & nn.4-5', '304 U.S. 144'],
      ['304 U.S. 144 note 4', '304 U.S. 144'],
      ['410 U.S. at 153', '410 U.S.'],
      ['foo, 410 U. S., at 153-54', 'foo, 410 U. S.'],
      ['410 U.S. 113 at 153', '410 U.S. 113'],
      ['2019 WL 1234567, at *3 (S.D.N.Y. Mar. 1, 2019)', '2019 WL 1234567'],
      ['5 U.S. (1 Cranch) 137, 177 (1803)', '5 U.S. 137'],
      ['343 U.S. 579, 635 (1952) (Jackson, J., concurring)', '343 U.S. 579'],
      [
        '384 U.S. 436, 86 S. Ct. 1602, 16 L. Ed. 2d 694 (1966)',
        '384 U.S. 436 86 S. Ct. 1602 16 L. Ed. 2d 694',
      ],
      ['foo v. bar (1965) 381 U.S. 479', 'foo v. bar 381 U.S. 479'],
      ['See, e.g., foo v. bar, 381 U.S. 479', 'foo v. bar, 381 U.S. 479'],
      ['But see foo v. bar', 'foo v. bar'],
      ['foo v. bar, No. 759', 'foo v. bar, 759'],
      ['2023 ME 1, ¶¶ 5-6', '2023 ME 1'],
      ['2023 ME 1, ¶ 12, 14', '2023 ME 1'],
      ['2019 COA 8, para. 3', '2019 COA 8'],
      ['No. 22, Orig.', '22 Orig.'],
      ['foo v. bar (1803)', 'foo v. bar'],
      ['In re foo (2d Cir. 1999)', 'In re foo'],
      ['No. 73-1766', '73-1766'],
      ['foo Nos. 73-1766', 'foo 73-1766'],
      ['No. 70-4', '70-4'],
      ['Case no. 1:21-cv-1234', '1:21-cv-1234'],
      ['Civil Action No. 21-cv-1234', '21-cv-1234'],
    ])
    .run(({ assert }, [written, meant]) => {
      assert.equal(printed(written), printed(meant))
    })

  test('{$self} is parsed without rewrites')
    .with([
      'foo (1954)',
      'foo v. bar OR (1954) baz',
      '"347 U.S. 483 (1954)"',
      '10 OR 20 (1954)',
      '347 U.S. 483 (baz)',
      'No. 5',
      'See v. Seattle',
      'see something',
      '410 U.S. 113 AND 5',
      '410 U.S. 113 (Baker, J. OR Roe)',
      '10 miles at 60',
      '"No. 73-1766"',
      'Piano. 73-1766',
    ])
    .run(({ assert }, text) => {
      assert.equal(readCitations(text).text, text)
    })

  test('skipped parts keep positions unchanged and take linear time', ({ assert }) => {
    assert.equal(refusal('347 U.S. 483 (1954) nosuch:foo').position, 20)
    for (const piece of [
      '1 a 1, 2 n. 3 ',
      '1 a (1 B) 1 ',
      '1 a at 1, at 2 ',
      '1 a 1, ¶ 2 ',
      'see ',
      '1 ',
      '1 a ',
      '1 a 2, 3',
      '1 a 2 (',
      'no. ',
      '(a 1954',
      '1 a. b. c. d. ',
    ])
      assert.lengthOf(
        readCitations(piece.repeat(10_000 / piece.length)).text,
        Math.floor(10_000 / piece.length) * piece.length
      )
  })

  test('related: is returned separately, not as part of the tree', ({ assert }) => {
    const { tree, related } = parseQuery('related:123,456 foo', index, { related: true })
    assert.deepEqual(related, [123, 456])
    assert.equal(printTree(tree), `${ALL_FIELDS}foo…`)
    assert.equal(printTree(parseQuery('related:5', index, { related: true }).tree), 'ALL')
  })

  test('rejects related: inside other operators or without IDs: {0}')
    .with(['related:1 OR foo', 'NOT related:1', 'related:foo', 'caseName:(related:1)'])
    .run(({ assert }, text) => {
      assert.include(refusal(text, { related: true }).message, 'related:')
    })

  test('related: is an unknown field elsewhere', ({ assert }) => {
    assert.equal(refusal('related:1').kind, 'field')
  })

  test('lists the fields of the query', ({ assert }) => {
    const text = 'docket_id:5 (foo OR case_name:bar) -dateFiled:2020 docket_id:6'
    assert.deepEqual(parseQuery(text, index).fields, ['docket_id', 'caseName', 'dateFiled'])
  })
})

test.group('query language: words', () => {
  test('expands synonyms of unquoted words only', ({ assert }) => {
    assert.equal(printed('first'), '(first… OR 1st…)')
    assert.equal(printed('"first"'), 'first')
    assert.equal(printed('new york times'), '(((new… AND york…) OR ny…) AND time…)')
    assert.equal(printed('N.Y.'), '(ny… OR "new… york…")')
    assert.equal(printed('"N.Y."'), 'ny')
  })

  test('expands more abbreviations if the query looks like a case name', ({ assert }) => {
    assert.equal(printed('prods mag'), '(prod… AND mag…)')
    assert.equal(
      printed('x v. prods. mag.').replace('(v… OR versu… OR vs…)', 'v…'),
      '(x… AND v… AND (prod… OR product…) AND (mag… OR magistr… OR magazin…))'
    )
    assert.include(printed('foo r. co. v. bar'), '"railroad… compani…"')
    assert.include(printed('foo versus or.'), 'oregon…')
  })

  test('separates the name from weights, citations, and numbers', ({ assert }) => {
    const nameOf = (text: string) => {
      const { name, references, numbers } = parseQuery(text, index)
      return [name, references, numbers]
    }
    assert.deepEqual(nameOf('miranda^2'), ['miranda', [], []])
    assert.deepEqual(nameOf('the foo^2.5 v. bar^2 410 U.S. 113, 3 F.3d 5 (1990) baz'), [
      'foo v. bar',
      ['410 U.S. 113', '3 F.3d 5'],
      [],
    ])
    assert.deepEqual(nameOf('foo v. bar, No. 70-18'), ['foo v. bar', [], ['70-18']])
    assert.deepEqual(nameOf('Roe, 410 U.S., at 153'), ['Roe', ['410 U.S.'], []])
    assert.deepEqual(nameOf('the & foo & 410 U.S. 113'), ['foo', ['410 U.S. 113'], []])
    assert.deepEqual(nameOf('"410 U.S. 113"'), ['"410 U.S. 113"', [], []])
    assert.equal(parseQuery('"foo bar"^2', index).textOutsideQuotes, '')
  })

  test('compares a word with the keyword fields searched by default', ({ assert }) => {
    const wide = caseIndex({ sha1: { kind: 'keyword', level: 'child', weight: 1 } })
    assert.equal(printTree(parseQuery('ABC', wide).tree), `(${ALL_FIELDS}abc… OR sha1:{abc})`)
  })

  test('{0} is plain text')
    .with<[string, string][]>([
      ['http://example.com/x', '"http… exampl… com… x…"'],
      ['Re: Smith', '(re… AND smith…)'],
      ['Re:Smith', '"re… smith…"'],
      ['Holding: foo', '(hold… AND foo…)'],
      ['12:30', '"12 30"'],
      ['C:\\foo', '"c… foo…"'],
      ['[sic]', 'sic…'],
      ['foo ???', 'foo…'],
      ['foo ...', 'foo…'],
      ['()', 'NONE'],
      ['... --', 'NONE'],
      ['xxx-xx-xxxx', 'NONE'],
    ])
    .run(({ assert }, [text, tree]) => {
      assert.equal(printed(text), tree)
    })

  test('{0} looks like a case name: {1}')
    .with<[string, boolean][]>([
      ['Roe v Wade', true],
      ['Roe v. Wade', true],
      ['Roe vs Wade', true],
      ['Roe VS. Wade', true],
      ['Roe versus Wade', true],
      ['"Roe v. Wade"', true],
      ['In re Gault', true],
      ['Matter of Smith', true],
      ['Ex parte Young', true],
      ['wade in regard', false],
      ['tv violence', false],
      ['', false],
    ])
    .run(({ assert }, [text, expected]) => {
      assert.equal(parseQuery(text, index).looksLikeName, expected)
    })

  test('returns quoted phrases, text outside quotes, and words to highlight', ({ assert }) => {
    const parsed = parseQuery('duty “of care”~3 -"bad faith" caseName:"x y" OR foo', index)
    assert.deepEqual(parsed.quotedPhrases, ['of care'])
    assert.equal(parsed.textOutsideQuotes, 'duty - caseName: OR foo')
    assert.deepEqual(
      parsed.leaves.map((leaf) => printTree(leaf as QueryLeaf).replace(ALL_FIELDS, '')),
      ['duti…', '"of care"~3', 'caseName:"x y"', 'foo…']
    )
  })
})

test.group('query language: errors (4.6)', () => {
  test('{0} at {1}: {2}')
    .with<[string, number, string][]>([
      ['foo (bar', 4, 'The query contains unbalanced parentheses.'],
      ['foo bar)', 7, 'The query contains unbalanced parentheses.'],
      [')foo(', 0, 'The query contains unbalanced parentheses.'],
      ['foo "bar', 4, 'The query contains unbalanced quotes.'],
      ['"foo" ”', 6, 'The query contains unbalanced quotes.'],
      ['foo w/seg bar', 4, 'The query contains an unrecognized proximity token.'],
      ['foo /0 bar', 4, 'The query contains an unrecognized proximity token.'],
      ['foo /256 bar', 4, 'The query contains an unrecognized proximity token.'],
      ['*foo', 0, 'The query contains a disallowed wildcard pattern.'],
      ['*', 0, 'The query contains a disallowed wildcard pattern.'],
      ['x a*', 2, 'The query contains a disallowed wildcard pattern.'],
      ['ab*', 0, 'The query contains a disallowed wildcard pattern.'],
      ['!a', 0, 'The query contains a disallowed wildcard pattern.'],
      ['!ab', 0, 'The query contains a disallowed wildcard pattern.'],
      ['wi-f*', 0, 'The query contains a disallowed wildcard pattern.'],
      ['court_id:ca*', 9, 'The query contains a disallowed wildcard pattern.'],
      ['dateFiled:tomorrow', 10, 'The date entered has an invalid format.'],
      ['dateFiled:[2020-13 TO *]', 10, 'The date entered has an invalid format.'],
      [
        'foo casename2:bar',
        4,
        'There is no field "casename2" (character 5). Did you mean caseName?',
      ],
      ['citeCount:many', 10, '"many" at character 11 is not a number'],
      ['per_curiam:maybe', 11, '"maybe" at character 12 is not true or false'],
      ['caseName:[a TO b]', 9, 'The range at character 10 is not supported by caseName'],
      ['[a TO b]', 0, 'The range at character 1 belongs to no field.'],
      ['dateFiled:[2020 2021]', 10, 'The range at character 11 is not complete.'],
      ['foo OR', 6, 'A word is missing at character 7'],
      ['OR foo', 0, 'OR at character 1 has nothing to join'],
      ['foo AND OR bar', 8, 'OR at character 9 has nothing to join'],
      ['(AND foo)', 1, 'AND at character 2 has nothing to join'],
      ['NOT', 3, 'A word is missing at character 4'],
      ['caseName:', 9, 'A value is missing at character 10'],
      ['"a b"~', 5, 'The number of words between is missing at character 6.'],
      [
        '"a b"~101',
        0,
        'The phrase at character 1 allows 101 words in between; the maximum is 100.',
      ],
      ['foo~3', 0, '"~3" at character 1 is not a valid edit distance.'],
      ['wi-fi~1', 0, '"wi-fi~" at character 1 is more than one word.'],
      [`${'('.repeat(21)}a${')'.repeat(21)}`, 20, 'The query is nested too deeply'],
      ['a'.repeat(10_001), 10_000, 'The query has 10001 characters; the maximum is 10000.'],
      ['qq '.repeat(1001), 0, 'The query has 1001 words and phrases'],
      ['abc* '.repeat(51), 0, 'The query has 51 wildcards'],
      [`"${'a '.repeat(251)}"`, 0, 'The query has 251 words in one phrase'],
    ])
    .run(({ assert }, [text, position, opening]) => {
      const error = refusal(text)
      assert.isTrue(error.message.startsWith(opening), error.message)
      assert.equal(error.position, position)
      assert.isTrue(error.message.endsWith(error.suggestion))
      assert.isAbove(error.suggestion.length, 5)
    })

  test('{0} at {1}, counted in characters: {2}')
    .with<[string, number, string]>([
      ['😀😀 "abc', 3, 'The quote at character 4 has'],
      ['😀) x', 1, 'The ")" at character 2'],
      ['(😀 (x', 3, 'The "(" at character 4'],
      ['😀 /seg x', 2, '"/seg" at character 3'],
      ['"😀" ab*', 4, '"ab*" at character 5'],
      ['😀 OR', 4, 'A word is missing at character 5'],
      ['😀 & & x', 4, '& at character 5 has nothing'],
      ['😀 casename2:bar', 2, '(character 3)'],
      ['😀 citeCount:many', 12, '"many" at character 13'],
      ['😀 dateFiled:[x TO *]', 12, '"x" at character 13'],
      ['1 U.S. 2 (😀 1954) "', 18, 'The quote at character 19'],
      ['1 U.S. 2 (😀 1954) a*', 18, '"a*" at character 19'],
      [`${'😀 ('.repeat(21)}`, 62, 'nested too deeply at character 63'],
    ] as never)
    .run(({ assert }, row) => {
      const [text, position, told] = row as unknown as [string, number, string]
      const error = refusal(text)
      assert.include(error.message, told)
      assert.equal(error.position, position)
    })

  test('counts a character of two UTF-16 units once', ({ assert }) => {
    assert.equal(printed('😀'.repeat(10_000)), 'NONE')
    assert.match(refusal('😀'.repeat(10_001)).message, /^The query has 10001 characters/)
    assert.lengthOf(textForMeaning('😀'.repeat(1000)), 2000)
    assert.throws(() => checkText('😀 /s'), /character 3/)
  })

  test('suggests a valid form for a pattern of several words, if there is one', ({ assert }) => {
    assert.equal(refusal('fair-hous*').suggestion, 'Use fair AND hous*.')
    assert.match(refusal('wi-f*').suggestion, /three letters before/)
  })

  test('brackets inside quotes don’t have to be balanced', ({ assert }) => {
    assert.equal(printed('"foo (bar"'), '"foo bar"')
  })

  test('accepts queries up to the maximum depth and rejects deeper ones', ({ assert }) => {
    const nested = (depth: number) => '(a OR (b '.repeat(depth / 2) + 'c' + '))'.repeat(depth / 2)
    assert.equal(getQueryDepth(parseQuery(nested(20), index).tree), 20)
    assert.equal(refusal(nested(22)).kind, 'too deep')
  })

  test('v3: unknown fields match nothing', ({ assert }) => {
    assert.equal(printed('nonsense:foo', { lenient: true }), 'NONE')
    assert.equal(printed('nonsense:foo OR bar', { lenient: true }), 'bar…')
  })

  test('in a question, only quotes are operators', ({ assert }) => {
    const question = 'May "good faith" AND nosuch:field (or /s caseName:x* !ab ~ \\ NOT “fair use"'
    const { tree, quotedPhrases, textOutsideQuotes, fields } = parseQuestion(question, index)
    assert.deepEqual(quotedPhrases, ['good faith', 'fair use'])
    assert.equal(textOutsideQuotes, 'May AND nosuch:field (or /s caseName:x* !ab ~ \\ NOT')
    assert.deepEqual(fields, [])
    assert.include(printTree(tree), '"good faith"')
    assert.throws(() => parseQuestion('what is "fair use', index), /quote at character 9 /)
    // Longer questions are rejected with a separate message.
    assert.doesNotThrow(() => parseQuestion('word '.repeat(1500), index))
    assert.equal(printTree(parseQuestion('', index).tree), 'ALL')
  })

  test('semantic queries have at most 1,000 characters', ({ assert }) => {
    assert.equal(textForMeaning('duty “of care”'), 'duty of care')
    assert.lengthOf(textForMeaning('a'.repeat(1000)), 1000)
    assert.throws(
      () => textForMeaning('a'.repeat(1001)),
      /^The input is too long to process. The maximum allowed is 1000 characters\./
    )
  })
})

test.group('text filters', () => {
  test('words without a field search the field of the filter', ({ assert }) => {
    const tree = parseFilterText('first (foo OR "bar baz")', 'judge', index)
    assert.equal(
      printTree(tree),
      '((judge:first… OR judge:1st…) AND (judge:foo… OR judge:"bar baz"))'
    )
    assert.equal(printTree(parseFilterText(' ', 'judge', index)), 'ALL')
    assert.throws(() => parseFilterText('(foo', 'judge', index), /unbalanced parentheses/)
  })

  test('citations and docket numbers', ({ assert }) => {
    assert.equal(printTree(phraseFilter('410 U. S. 113', 'citation')), 'citation:"410 us 113"')
    assert.equal(printTree(phraseFilter('?', 'citation')), 'NONE')
    assert.equal(printTree(phraseFilter('', 'citation')), 'ALL')
    assert.equal(
      printTree(numberFilter('1:21-cv-01234-ABC', 'docketNumber')),
      '(docketNumber:#cv.21.1234@1 OR docketNumber:#cv.21.1234@- OR docketNumber:#-.21.1234@1 OR docketNumber:#-.21.1234@-)'
    )
    const row = analyseRow(index, { docketNumber: '1:21-cv-01234' })
    for (const written of [
      '21cv1234',
      '21-1234',
      '21-cv-1234',
      '1:21-cv-01234-XY',
      'No. 21-cv-1234',
    ]) {
      assert.isTrue(matches(numberFilter(written, 'docketNumber'), row), written)
    }
    assert.isFalse(matches(numberFilter('21-cv-1235', 'docketNumber'), row))
  })

  test('{$self} is allowed in a citation or a docket number')
    .with([
      '347 U.S. 483',
      '“410 U. S. 113”',
      '42 U.S.C. § 1983',
      '12 F. Supp. 3d 5 (2014)',
      '1999 WL 12-B',
      'No. 73-1766',
      'Nos. 22-1 & 22-2',
      '1:22-cv-01',
      '22-cv-*',
      'A/1 - ?',
      '- OR NOT',
      '"/s *"',
    ])
    .run(({ assert }, text) => {
      assert.doesNotThrow(() => checkText(text))
    })

  test('{$self} is not allowed')
    .with(['/s', '347 /P 483', 'w/5', '*47', '34*', '!a', '(347', '347)', '"22', '22”'])
    .run(({ assert }, text) => {
      assert.throws(() => checkText(text), /^The query contains /)
    })
})

test.group('printing', () => {
  test('{0} is printed with all operators')
    .with<[string, string][]>([
      ['a b | -c', '((a AND b) OR NOT c)'],
      ['f:(a b) g:[1 TO *}', '(f:(a AND b) AND g:["1" TO *})'],
      ['"a b" ~5 !root x~ y?z', '("a b"~5 AND !root AND x~ AND y?z)'],
    ])
    .run(({ assert }, [text, expected]) => {
      const syntax = parseSyntax(text, () => true)!
      assert.equal(printQuery(syntax), expected)
      assert.equal(printQuery(parseSyntax(expected, () => true)!), expected)
    })
})
