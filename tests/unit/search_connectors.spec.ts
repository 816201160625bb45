import { test } from '@japa/runner'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import type { SearchEngine } from '#app/search_engine/engine'
import { findBreaks } from '#app/search_engine/analysis/breaks'
import { analyse } from '#app/search_engine/analysis/analyse'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { highlight } from '#app/search_engine/highlight/highlight'
import { analyseRow, matches, type AnalysedRow } from '#app/search_engine/query/evaluate'
import { parseFilterText, parseQuery } from '#app/search_engine/query/parse_query'
import { printTree } from '#app/search_engine/query/print'
import { QueryError } from '#app/search_engine/query/query_error'
import { ALL, and, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, random } from '#tests/search/archive'
import { temporaryFolder } from '#tests/search/engine_conformance'
import { fillIndex } from '#tests/search/fill_index'
import { child, keys, parent } from '#tests/search/small_documents'

/** Paragraphs, their sentences, and the words of each. */
type Structure = string[][][]

const VOCABULARY =
  `breach duty care negligent negligence landlord lessor tenant evict evicted court Acme Inc. v. U.S.
  damages fraud Roe No. 5`.split(/\s+/)

function randomStructure(next: () => number): Structure {
  const below = (most: number) => Math.floor(next() * most)
  const list = <Item>(most: number, make: () => Item) =>
    Array.from({ length: 1 + below(most) }, make)
  const word = () => VOCABULARY[Math.floor(VOCABULARY.length * next() ** 1.3)]!
  // The first and last words are plain, so that the end of the sentence is certain.
  const sentence = () => [`The`, ...list(8, word), 'ending']
  return list(3, () => list(3, sentence))
}

const textOf = (structure: Structure) =>
  structure
    .map((paragraph) => paragraph.map((words) => `${words.join(' ')}.`).join(' '))
    .join('\n\n')

const next = random(39)
const DOCUMENTS: Structure[] = [
  [[['The', 'breach', 'ending']], [['The', 'duty', 'ending']]],
  [
    [
      ['The', 'breach', 'ending'],
      ['The', 'duty', 'ending'],
    ],
  ],
  [
    [
      ['The', 'duty', 'of', 'care', 'ending'],
      ['The', 'breach', 'ending'],
    ],
  ],
  [[['Roe', 'v.', 'Acme', 'Inc.', 'breach', 'No.', '5', 'U.S.', 'duty', 'ending']]],
  ...Array.from({ length: 150 }, () => randomStructure(next)),
]

/**
 * Query, and what it means: terms (`|` for alternatives, `_` in phrases, `*` for prefixes) and
 * links between neighbors, and the unit that contains all of them, after `@`.
 */
const QUERIES: [query: string, meaning: string][] = [
  ['breach /s duty', 'breach /s duty'],
  ['breach /p duty', 'breach /p duty'],
  ['breach +s duty', 'breach +s duty'],
  ['breach +p duty', 'breach +p duty'],
  ['duty +s breach', 'duty +s breach'],
  ['breach /1 duty', 'breach /1 duty'],
  ['breach /2 duty', 'breach /2 duty'],
  ['breach /5 duty', 'breach /5 duty'],
  ['breach /255 duty', 'breach /255 duty'],
  ['breach +1 duty', 'breach +1 duty'],
  ['breach +3 duty', 'breach +3 duty'],
  ['duty +3 breach', 'duty +3 breach'],
  ['breach w/3 duty', 'breach /3 duty'],
  ['breach W/3 duty', 'breach /3 duty'],
  ['breach w/s duty', 'breach /s duty'],
  ['breach w/p duty', 'breach /p duty'],
  ['breach /S duty', 'breach /s duty'],
  ['breach /sent duty', 'breach /s duty'],
  ['breach w/sent duty', 'breach /s duty'],
  ['breach w/para duty', 'breach /p duty'],
  ['breach /para duty', 'breach /p duty'],
  ['breach pre/3 duty', 'breach +3 duty'],
  ['breach PRE/3 duty', 'breach +3 duty'],
  ['breach onear/3 duty', 'breach +3 duty'],
  ['breach near/3 duty', 'breach /3 duty'],
  ['breach pre/s duty', 'breach +s duty'],
  ['breach pre/p duty', 'breach +p duty'],
  ['(landlord lessor) /p tenant', 'landlord|lessor /p tenant'],
  ['(landlord OR lessor) /p tenant', 'landlord|lessor /p tenant'],
  ['landlord OR lessor /s tenant', 'landlord|lessor /s tenant'],
  ['tenant /s landlord OR lessor', 'tenant /s landlord|lessor'],
  ['(landlord lessor tenant) /3 (evict evicted)', 'landlord|lessor|tenant /3 evict|evicted'],
  ['(landlord "duty of care") /p tenant', 'landlord|duty_of_care /p tenant'],
  ['"duty of care" /p breach', 'duty_of_care /p breach'],
  ['"breach duty" /s care', 'breach_duty /s care'],
  ['care /2 "breach duty"', 'care /2 breach_duty'],
  ['"breach duty" +2 care', 'breach_duty +2 care'],
  ['negligen! /s court', 'negligen* /s court'],
  ['negligen* /s court', 'negligen* /s court'],
  ['!negligen /s court', 'negligen* /s court'],
  ['negligen* /3 (evict* duty)', 'negligen* /3 evict*|duty'],
  ['du?y /s breach', 'duty /s breach'],
  ['breech~1 /s duty', 'breach /s duty'],
  ['breach /s duty /s care', 'breach /s duty /s care'],
  ['breach /p duty /p care', 'breach /p duty /p care'],
  ['breach /2 duty /2 care', 'breach /2 duty /2 care'],
  ['breach +2 duty +2 care', 'breach +2 duty +2 care'],
  ['breach +s duty +s care', 'breach +s duty +s care'],
  ['breach /5 duty /s care', 'breach /5 duty /s care @s'],
  ['care /s breach /5 duty', 'care /s breach /5 duty @s'],
  ['breach /12 duty /p care', 'breach /12 duty /p care @p'],
  ['care /p breach /12 duty', 'care /p breach /12 duty @p'],
  ['breach /s duty /p care', 'breach /s duty /p care'],
  ['care /p breach /s duty', 'care /p breach /s duty'],
  ['(breach /5 duty) /s care', 'breach /5 duty /s care @s'],
  ['(breach /p duty) /s care', 'breach /p duty /s care @s'],
  ['(breach /s duty) /9 care', 'breach /s duty /9 care'],
  ['breach /5 (duty /5 care)', 'breach /5 duty /5 care'],
  ['breach /s duty tenant', 'breach /s duty & tenant'],
  ['tenant breach /s duty', 'tenant & breach /s duty'],
  ['breach /s duty AND tenant /s landlord', 'breach /s duty & tenant /s landlord'],
  ['breach /s duty & tenant', 'breach /s duty & tenant'],
  ['breach /s duty NOT tenant', 'breach /s duty & !tenant'],
  ['breach /s duty % tenant', 'breach /s duty & !tenant'],
  ['breach /s duty BUT NOT tenant', 'breach /s duty & !tenant'],
  ['breach NOT breach /s duty', 'breach & !breach /s duty'],
  ['breach % breach /p duty', 'breach & !breach /p duty'],
  ['breach -(breach /3 duty)', 'breach & !breach /3 duty'],
  ['NOT breach /p duty', '!breach /p duty'],
  ['text:(breach /s duty)', 'breach /s duty'],
  ['text:(landlord lessor /s tenant)', 'landlord & lessor /s tenant'],
  ['name:(breach /s duty)', 'nowhere'],
  ['court /s court', 'court /s court'],
  ['court /1 court', 'court /1 court'],
  ['court +9 court', 'court +9 court'],
  ['acme /3 5', 'acme /3 5'],
  ['roe +s duty', 'roe +s duty'],
  ['"no 5" /s duty', 'no_5 /s duty'],
  ['U.S. /2 duty', 'us /2 duty'],
  ['inc +1 breach', 'inc +1 breach'],
  ['breach /s nowhere', 'nowhere'],
  ['breach /s (nowhere duty)', 'breach /s duty'],
  ['((breach /2 duty) OR fraud) /s care', 'breach /2 duty /s care @s'],
]
/** Alternatives of a whole chain, which the notation doesn't have. */
const FURTHER: Record<string, string[]> = {
  '((breach /2 duty) OR fraud) /s care': ['fraud /s care'],
}

interface Place {
  first: number
  last: number
}

/** Evaluates the meaning of a query by trying all combinations of places. */
class Meaning {
  private words: { word: string; sentence: number; paragraph: number }[] = []

  constructor(structure: Structure) {
    let sentence = 0
    for (const [paragraph, sentences] of structure.entries())
      for (const list of sentences) {
        sentence++
        for (const word of list)
          this.words.push({ word: word.toLowerCase().replaceAll('.', ''), sentence, paragraph })
      }
  }

  holds(meaning: string): boolean {
    return meaning.split(' & ').every((chain) => {
      const isExcluded = chain.startsWith('!')
      return this.chainHolds(chain.slice(isExcluded ? 1 : 0)) !== isExcluded
    })
  }

  private chainHolds(chain: string): boolean {
    const [row, unit] = chain.split(' @') as [string, 's' | 'p' | undefined]
    const parts = row.split(' ')
    const places = parts.filter((_, index) => index % 2 === 0).map((term) => this.places(term))
    const links = parts.filter((_, index) => index % 2)
    return this.tuples(places).some(
      (tuple) =>
        links.every((link, index) => this.linkHolds(link, tuple[index]!, tuple[index + 1]!)) &&
        (!unit || this.isInOne(unit, tuple))
    )
  }

  private tuples(lists: Place[][]): Place[][] {
    return lists.reduce<Place[][]>(
      (all, list) => all.flatMap((tuple) => list.map((place) => [...tuple, place])),
      [[]]
    )
  }

  private places(term: string): Place[] {
    return term.split('|').flatMap((way) => {
      const sought = way.split('_')
      return this.words.flatMap((_, first) =>
        sought.every((one, index) => this.isWord(one, this.words[first + index]?.word))
          ? [{ first, last: first + sought.length - 1 }]
          : []
      )
    })
  }

  private isWord(sought: string, word = ''): boolean {
    // Inflections with the same stem.
    const bare = (text: string) => text.replace(/(?:ed|s)$/, '')
    return sought.endsWith('*')
      ? word.startsWith(sought.slice(0, -1))
      : word === sought || bare(word) === bare(sought)
  }

  private linkHolds(link: string, one: Place, other: Place): boolean {
    const isBefore = one.last < other.first
    if (!isBefore && !(other.last < one.first)) return false
    if (link[0] === '+' && !isBefore) return false
    const what = link.slice(1)
    if (what === 's' || what === 'p') return this.isInOne(what, [one, other])
    return (isBefore ? other.first - one.last : one.first - other.last) <= Number(what)
  }

  private isInOne(unit: 's' | 'p', places: Place[]): boolean {
    const units = places.flatMap(({ first, last }) =>
      this.words
        .slice(first, last + 1)
        .map(({ sentence, paragraph }) => (unit === 's' ? sentence : paragraph))
    )
    return new Set(units).size === 1
  }
}

const PARENTS = DOCUMENTS.map((_, index) =>
  parent(index + 1, 'Case', `20${10 + (index % 15)}-01-31`)
)
const CHILDREN = DOCUMENTS.map((structure, index) => child(index + 1, index + 1, textOf(structure)))
const MEANINGS = DOCUMENTS.map((structure) => new Meaning(structure))

/** Rows by key, analyzed once. */
function analysed(children: typeof CHILDREN): Map<number, AnalysedRow> {
  const filed = (key: number) => PARENTS[(key - 1) % PARENTS.length]!.fields.filed!
  return new Map(
    children.map(({ key, fields }) => [
      key,
      analyseRow(CASES, { name: 'Case', filed: filed(key), ...fields }),
    ])
  )
}

/** Keys of the rows that match, ascending. */
function scan(tree: QueryTree, rows: Map<number, AnalysedRow>): number[] {
  return [...rows].flatMap(([key, row]) => (matches(tree, row) ? [key] : [])).sort((a, b) => a - b)
}

const treeOf = (query: string): QueryTree => parseQuery(query, CASES).tree

test.group('connectors', () => {
  test(`${QUERIES.length} queries match the texts that have their meaning`, async ({
    assert,
    cleanup,
  }) => {
    const engine: SearchEngine = await openEmbeddedEngine({
      indexes: [CASES],
      folder: temporaryFolder(cleanup),
    })
    cleanup(() => engine.close())
    await fillIndex(engine, CASES.name, { parents: PARENTS, children: CHILDREN })
    const rows = analysed(CHILDREN)
    let found = 0
    for (const [query, meaning] of QUERIES) {
      const meanings = [meaning, ...(FURTHER[query] ?? [])]
      const expected = MEANINGS.flatMap((document, index) =>
        meanings.some((one) => document.holds(one)) ? [index + 1] : []
      )
      const tree = treeOf(query)
      assert.deepEqual(scan(tree, rows), expected, query)
      for (const filter of [ALL, treeOf('filed:[2012 TO 2018]')]) {
        const those = scan(and(tree, filter), rows)
        const { hits, count } = await engine.search({
          ...{ index: 'cases', query: tree, filter, grain: 'child', order: { by: 'score' } },
          ...{ scoring: { today: '2024-01-01' }, size: 1000, children: 0, count: true },
          deadline: 30_000,
        })
        assert.deepEqual(
          hits.map(({ key }) => key).sort((a, b) => a - b),
          those,
          query
        )
        assert.equal(count, those.length, query)
      }
      if (expected.length && expected.length < DOCUMENTS.length) found++
    }
    assert.isAtLeast(found, 60)
  }).timeout(60_000)

  test('long lists of words, over several segments, with replaced and deleted rows', async ({
    assert,
    cleanup,
  }) => {
    const engine = await openEmbeddedEngine({ indexes: [CASES], folder: temporaryFolder(cleanup) })
    cleanup(() => engine.close())
    const draw = random(40)
    const text = () => {
      const [first, last] = ['breach', 'duty', 'care', 'rare'].filter(() => draw() < 0.5)
      const filler = 'court law '.repeat(Math.floor(draw() * 80))
      return `The ${first ?? 'law'} ${filler}${last ?? 'law'}. The duty ${draw() < 0.2 ? 'of care' : ''} court.`
    }
    const parents = Array.from({ length: 250 }, (_, index) =>
      parent(index + 1, 'Case', `20${10 + (index % 15)}-01-31`)
    )
    let children = parents.map(({ key }) => child(key, key, text()))
    await fillIndex(engine, 'cases', { parents, children }, 'rebuild')
    await engine.swap('cases')
    const check = async (round: number) => {
      const rows = analysed(children)
      for (const query of [
        'breach /s duty',
        'rare /s care',
        'court /s rare',
        'law /p rare',
        'court /9 care',
        '"court law" /s rare',
        'car* /s bre*',
        'NOT court /s law',
      ]) {
        const expected = scan(treeOf(query), rows)
        const found = await keys(engine, treeOf(query), 'child')
        assert.sameMembers(found, expected, `${query}, round ${round}`)
        assert.isTrue(expected.length > 0, query)
      }
    }
    await check(0)
    for (let round = 1; round <= 6; round++) {
      const changed = parents.filter(() => draw() < 0.3)
      const isChanged = new Set(changed.map(({ key }) => key))
      const added = changed.filter(() => draw() < 0.8).map(({ key }) => child(key, key, text()))
      children = [...children.filter(({ key }) => !isChanged.has(key)), ...added]
      await fillIndex(
        engine,
        'cases',
        { parents: changed, children: added },
        'live',
        `${round + 1}`
      )
      if (round % 3 === 0) await check(round)
    }
  }).timeout(60_000)
})

const ALL_TEXTS = /name,aliases,text,title:/g
const printed = (query: string) => printTree(treeOf(query)).replaceAll(ALL_TEXTS, '')

test.group('connectors: syntax', () => {
  test('{0}: {1}')
    .with<[query: string, tree: string][]>([
      ['breach /s duty', '(breach… /s duti…)'],
      // OR, then numbers, sentences, paragraphs, AND.
      ['a OR b /s c OR d', '((a… OR b…) /s (c… OR d…))'],
      ['a OR b c /s d', '(a… OR (b… AND (c… /s d…)))'],
      ['a b OR c', '((a… AND b…) OR c…)'],
      ['a /3 b /s c', '(a… /3[s] b… /s c…)'],
      ['a /s b /3 c /p d', '(a… /s b… /3[s] c… /p d…)'],
      ['a /p b /3 c', '(a… /p b… /3[p] c…)'],
      ['(a /3 b) /p c', '((a… /3[p] b…) /p c…)'],
      ['(a /p b) /s c', '((a… /p[s] b…) /s c…)'],
      ['(a /p b) /9 c', '((a… /p b…) /9 c…)'],
      ['NOT a /s b', 'NOT (a… /s b…)'],
      ['a % b /s c', '(a… AND NOT (b… /s c…))'],
      ['a OR NOT b /s c', '(a… OR NOT (b… /s c…))'],
      ['(a (b c)) /s d', '((a… OR b… OR c…) /s d…)'],
      ['evict! /s rent', '(evict* /s rent…)'],
      ['wi-fi /s home', '("wi… fi…" /s home…)'],
      ['"a"/s(b c)', '(a /s (b… OR c…))'],
      // Text that contains the characters of connectors.
      ['and/or', '"and… or…"'],
      ['1/2/2020', '"1 2 2020"'],
      ['filed 01/31/2020', '(file… AND "1 31 2020")'],
      ['A/S Dampskibsselskabet', '("a… s…" AND dampskibsselskabet…)'],
      ['https://example.com/s/p', '"http… exampl… com… s… p…"'],
      ['/s/ Smith', '(s… AND smith…)'],
      ['w/o prejudice', '("w… o…" AND prejudic…)'],
      ['c/o x n/a', '("c… o…" AND x… AND "n… a…")'],
      ['24/7 9/11', '("24 7" AND "9 11")'],
      ['a +word', '(a… AND word…)'],
      ['+1 202 555 0100', '(1… AND 202… AND 555… AND 100…)'],
      ['call +1 (202) 555-0100', '(call… AND 1… AND 202… AND "555 100")'],
      ['+s x', '(s… AND x…)'],
      ['a + b', '(a… AND b…)'],
      ['a / b', '(a… AND b…)'],
      ['a "/s" b', '(a… AND s AND b…)'],
      ['a \\/s b', '(a… AND s… AND b…)'],
      ['C++ /s x', '(c… /s x…)'],
      ['a +2020 b', '(a… AND 2020… AND b…)'],
      ['but not b', '(but… AND not… AND b…)'],
      ['a BUT b', '(a… AND but… AND b…)'],
    ])
    .run(({ assert }, [query, tree]) => {
      assert.equal(printed(query).replaceAll(' OR {}', ''), tree)
    })

  test('{0}: {1}')
    .with<[query: string, message: string][]>([
      ['a /s', 'A word is missing at character 5, after a connector.'],
      ['a /s )x(', 'unbalanced parentheses'],
      ['(a /s) b', 'A word is missing at character 6, after a connector.'],
      ['/s b', 'A word is missing before /s at character 1.'],
      ['w/5 b', 'A word is missing before w/5 at character 1.'],
      ['a AND /s b', 'A word is missing before /s at character 7.'],
      ['a /s /p b', 'A word is missing before /p at character 6.'],
      ['a /s OR b', 'OR at character 6 has nothing to join'],
      ['a /s NOT b', "A connector at character 6 can't be followed by NOT."],
      ['a /999999 b', '"/999999" at character 3 has no valid number of words; it can be 1 to 255.'],
      [`a /${'9'.repeat(400)} b`, 'has no valid number of words'],
      ['a /0 b', '"/0" at character 3 has no valid number of words'],
      ['a +300 b', '"+300" at character 3 has no valid number of words'],
      ['a w/seg b', '"w/seg" at character 3 is not a supported operator.'],
      ['a not w/5 b', `"w/5" at character 7 can't join NOT.`],
      ['a not/5 b', '"not/5" at character 3 is not a supported operator.'],
      ['(a AND b) /s c', `"/s" at character 11 can't join a group with AND.`],
      ['(a & b) /s c', "can't join a group with AND"],
      ['(a NOT b) /s c', "can't join a group with NOT"],
      ['a /s name:b', `"/s" at character 3 can't join a field.`],
      ['name:b /s c', `"/s" at character 8 can't join a field.`],
      ['a /s filed:[2020 TO 2021]', `can't join a range`],
      ['a /s "b c"~4', "can't join words with ~. Use a connector instead of ~: (breach /5 duty)."],
      ['a /s ()', "can't join an empty group"],
      ['a /s …', 'has no letters or digits'],
      ['court:(a /s b)', 'court matches whole values only; it does not support /s (character 10).'],
      ['a /s *b', 'disallowed wildcard'],
      [`a${' /s a'.repeat(21)}`, 'The query has 21 connectors; the maximum is 20.'],
    ])
    .run(({ assert }, [query, message]) => {
      try {
        treeOf(query)
        assert.fail('accepted')
      } catch (error) {
        assert.instanceOf(error, QueryError)
        assert.include((error as Error).message, message)
      }
    })

  test('text filters apply them to their field', ({ assert }) => {
    const tree = parseFilterText('bank /3 trust', 'name', CASES)
    assert.equal(printTree(tree), 'name:(bank… /3 trust…)')
    assert.deepEqual(tree.op === 'connected' && tree.fields, ['name'])
  })
})

test.group('connectors: highlighting', () => {
  test('{0}')
    .with<[query: string, marked: string][]>([
      ['breach /s duty', 'A breach. The [breach] of a [duty]. A duty. \n\nBreach'],
      ['breach /p duty', 'A [breach]. The [breach] of a [duty]. A [duty]. \n\nBreach'],
      ['breach +p duty', 'A [breach]. The [breach] of a [duty]. A [duty]. \n\nBreach'],
      ['duty +p breach', 'A breach. The breach of a duty. A duty. \n\nBreach'],
      ['breach /2 duty', 'A breach. The breach of a duty. A [duty]. \n\n[Breach]'],
      ['"of a" /s (duty breach)', 'A breach. The [breach] [of a] [duty]. A duty. \n\nBreach'],
    ])
    .run(({ assert }, [query, marked]) => {
      const text = marked.replaceAll(/[[\]]/g, '')
      const found = highlight(text, treeOf(query), { fields: ['text'] }) ?? text
      assert.equal(found.replaceAll('<mark>', '[').replaceAll('</mark>', ']'), marked)
    })
})

test.group('sentences and paragraphs', () => {
  const startsIn = (text: string) => {
    const words = analyse(text)
    const { sentences, paragraphs } = findBreaks(text, words.start)
    return sentences.map((word) => (paragraphs.includes(word) ? '¶' : '') + words.exact[word])
  }

  test('{0}')
    .with<[text: string, starts: string[]][]>([
      ['It failed. They left? Yes! So it is.', ['they', 'yes', 'so']],
      ['See Brown v. Board of Educ., 347 U.S. 483 (1954). It held so.', ['it']],
      ['Acme Inc. Holdings and Smith Corp. Systems sued. The U.S. Supreme Court agreed.', ['the']],
      ['He sued Acme Inc. The court agreed.', ['the']],
      ['Under the Act. Congress meant it.', ['congress']],
      [
        'See No. 5. Mr. Jones and J. R. Smith left. Id. at 5. Id. The rest.',
        ['mr', 'id', 'id', 'the'],
      ],
      ['12 F.3d 5, 123 F. Supp. 2d 9, Fed. R. Civ. P. 12. We agree.', ['we']],
      ['He said “no.” Then he left. "Stop." (He did.) All stopped.', ['then', 'stop', 'he', 'all']],
      ['That is the rule.12 The court applied it.[3] It did.', ['the', 'it']],
      ['A sentence goes\n\non here. One\n\nHeading\n\nText', ['one', '¶heading', '¶text']],
      ['The end of a page\fgoes on. The\fNew page', ['the', '¶new']],
      [
        htmlText('<p>First. Second</p><p>three</p><li>four</li> 5<br>6<br><br>7'),
        ['second', '¶three', '¶four', '¶5', '¶7'],
      ],
    ])
    .run(({ assert }, [text, starts]) => assert.deepEqual(startsIn(text), starts))

  test('takes linear time', ({ assert }) => {
    for (const piece of ['A.', '. A', '.”', 'a. ', 'A. B ', '\n ', '\u2028 ', '.   ', '1 ', '.[1'])
      assert.isArray(findBreaks(piece.repeat(100_000), [0, 1]).sentences)
  })
})
