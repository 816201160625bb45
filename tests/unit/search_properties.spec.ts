import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import type { SearchValue } from '#app/search_engine/index_definition'
import { highlight, snippet } from '#app/search_engine/highlight/highlight'
import { analyseRow, bruteForce, joinRows, matches } from '#app/search_engine/query/evaluate'
import { fieldNames, looksLikeField } from '#app/search_engine/query/fields'
import { parseFilterText, parseQuery, type ParsedQuery } from '#app/search_engine/query/parse_query'
import { printQuery, printTree } from '#app/search_engine/query/print'
import { QueryError } from '#app/search_engine/query/query_error'
import { parseSyntax } from '#app/search_engine/query/parse_syntax'
import {
  getQueryDepth,
  DEEPEST_QUERY,
  type QueryLeaf,
  type QueryTree,
} from '#app/search_engine/query/tree'
import { nameBoosts } from '#app/search/request/name_boosts'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { caseIndex } from '#tests/helpers/search_index'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

/** Set `FUZZED_QUERIES=100000` to run more; this takes about a minute. */
const FUZZED = Number(process.env.FUZZED_QUERIES ?? 10_000)

const index = caseIndex()

const PIECES = [
  ...[
    '(',
    ')',
    '((',
    '"',
    '“',
    '”',
    '~',
    '~1',
    '~2',
    '~99',
    '*',
    '?',
    '!',
    '-',
    '--',
    '+',
    '&',
    '|',
  ],
  ...[' ', ' ', ' ', ' ', '\t', '\n', '\u00a0', '\0', '\u001b', '\u200b', '\ud800', '\udc00', '😀'],
  ...[
    'AND',
    'OR',
    'NOT',
    'TO',
    'and',
    ' % ',
    '%',
    '^2',
    '\\',
    '/s',
    '/',
    ':',
    ';',
    ',',
    '.',
    '<',
    '>=',
  ],
  ...['[', ']', '{', '}', '[1 TO 2]', '{* TO 2020}', '[2020-01-01 TO *]', '*]'],
  ...['caseName:', 'case_name:', 'dateFiled:', 'citeCount:', 'per_curiam:', 'court_id:', 'foo:'],
  ...['timestamp:', 'docketNumber:', 'related:', 'http://', 'Re:', '__proto__:', 'constructor:'],
  ...['duty', 'breach', 'négligence', 'U.', 'S.', 'v.', 'new', 'york', '42-1983', '21-cv-1234'],
  ...[
    '12(b)(6)',
    '§',
    'xxx',
    '007',
    '1',
    '99999999999999999999',
    '2020',
    'true',
    '5d ago',
    'İ',
    'ß',
  ],
]

function randomQuery(random: Random): string {
  const length = random.between(1, random.chance(0.02) ? 400 : 14)
  return Array.from({ length }, () =>
    random.chance(0.06) ? String.fromCharCode(random.between(0, 0xffff)) : random.pick(PIECES)
  ).join(random.chance(0.4) ? ' ' : '')
}

/**
 * Random queries whose quotes and parentheses are mostly balanced, so that most pass the first
 * checks.
 */
function plausibleQuery(random: Random, depth = 4): string {
  const words = ['duty', 'breach', 'of', 'care', '21-1234', 'U. S.', 'wi-fi', '$5', 'r*ad', 'A&B']
  if (depth === 0 || random.chance(0.4)) {
    const word = random.pick(words)
    const kinds = [
      word,
      `"${word} x"`,
      `"${word} x"~3`,
      'duty~1',
      'care~',
      'negl*',
      '!negl',
      'c?re',
    ]
    return random.pick(['', '', '', '-', 'NOT ', 'caseName:', 'text:']) + random.pick(kinds)
  }
  const [left, right] = [plausibleQuery(random, depth - 1), plausibleQuery(random, depth - 1)]
  const joined = `${left}${random.pick([' ', ' AND ', ' OR ', ' | ', ' & ', ' % '])}${right}`
  return random.chance(0.5) ? `${random.pick(['', 'NOT ', 'judge:'])}(${joined})` : joined
}

test.group('random input', () => {
  test(`parses or rejects ${FUZZED} random queries`, ({ assert }) => {
    const random = new Random(2026)
    let read = 0
    for (let run = 0; run < FUZZED; run++) {
      const text = random.chance(0.5) ? randomQuery(random) : plausibleQuery(random)
      try {
        const { tree, leaves } = parseQuery(text, index, { related: random.chance(0.5) })
        assert.isAtMost(getQueryDepth(tree), DEEPEST_QUERY)
        printTree(tree)
        highlight(text, leaves, { fields: ['text'] })
        snippet(text, leaves, { fields: ['text'], html: true })
        read++
      } catch (error) {
        if (!(error instanceof QueryError)) throw new Error(JSON.stringify(text), { cause: error })
        assert.isAtLeast(error.position, 0, text)
        assert.isAtMost(error.position, text.length, text)
      }
    }
    assert.isAbove(read / FUZZED, 0.3)
    assert.isBelow(read / FUZZED, 0.95)
  }).timeout(180_000)

  test(`parsed parts of ${FUZZED} names and citations boost records`, ({ assert }) => {
    const random = new Random(7)
    const names: SearchTypeDefinition['names'] = {
      caseName: { is: 'name', several: 25, one: 4, caseName: 75, part: 10 },
      docketNumber: { is: 'number', several: 75, one: 2 },
      citation: { is: 'citation', several: 75, one: 1 },
    }
    const written = [
      'Roe',
      'v.',
      'Wade,',
      'the',
      'See',
      '410 U.S. 113',
      '5 F.3d at 6',
      'n.4',
      '(1973)',
    ]
    const around = [
      'No. 70-18',
      '&',
      '/',
      'w/5',
      '-',
      '<',
      '^2',
      "'",
      '$',
      'AND',
      '>=5',
      ',',
      'U.',
      'S.',
    ]
    const pieces = [...written, ...written, ...around, '(Jackson, J.)', '"x"', '(1 B)', ';', '+']
    let raised = 0
    for (let run = 0; run < FUZZED; run++) {
      const text = Array.from({ length: random.between(1, 7) }, () => random.pick(pieces)).join(' ')
      let query: ParsedQuery
      try {
        query = parseQuery(text, index)
      } catch (error) {
        if (!(error instanceof QueryError)) throw new Error(JSON.stringify(text), { cause: error })
        continue
      }
      try {
        if (nameBoosts({ names }, index, query).boosts?.length) raised++
      } catch (error) {
        throw new Error(JSON.stringify(text), { cause: error })
      }
    }
    assert.isAbove(raised / FUZZED, 0.1)
  })
    .skip(!EVERYTHING, LEFT_OUT)
    .timeout(180_000)

  test('parses or rejects the longest queries: {$self}')
    .with([
      '(',
      ')',
      '"',
      '()',
      '-',
      'NOT ',
      '~1',
      '"~',
      '^1',
      'a^',
      '!',
      '&',
      '|',
      'a&',
      'a.',
      'a. ',
      'f:',
      'text:',
      'text:(',
      'text:[',
      'text:[a TO ',
      '[a TO ',
      '1(a)',
      '1(a',
      '\\',
      '\\"',
      '*a',
      'a*',
      'a?',
      '?',
      'new ',
      '21-',
      "'",
      '\u0301',
      '5 days ',
      '"a" ~',
      '🏛',
    ])
    .run(({ assert }, piece) => {
      for (const prefix of ['', 'a ', 'text:', '"x" ']) {
        const text = (prefix + piece.repeat(10_000)).slice(0, 10_000)
        try {
          assert.isObject(parseQuery(text, index).tree)
        } catch (error) {
          assert.instanceOf(error, QueryError)
        }
      }
    })

  test('printing and parsing a query gives the same tree', ({ assert }) => {
    const random = new Random(5)
    let compared = 0
    for (let run = 0; run < 3000; run++) {
      const text = random.chance(0.5) ? randomQuery(random) : plausibleQuery(random)
      const first = attempt(() => parseSyntax(text, isField))
      if (!first || typeof first === 'string') continue
      const printed = printQuery(first)
      const second = attempt(() => parseSyntax(printed, isField))
      // Printing adds parentheses, so a tree near the depth limit may exceed it.
      if (second === 'too deep') continue
      assert.equal(
        typeof second === 'object' && second && printQuery(second),
        printed,
        JSON.stringify(text)
      )
      const trees = [text, printed].map((query) => attempt(() => parseQuery(query, index).tree))
      if (trees[0] && typeof trees[0] === 'object' && typeof trees[1] === 'object') compared++
      assert.deepEqual(trees[1], trees[0], JSON.stringify([text, printed]))
    }
    assert.isAbove(compared, 1000)
  })
})

const isField = (name: string, behind: string) =>
  fieldNames(index).find(name) ? !behind.startsWith('/') : looksLikeField(name, behind)

function attempt<T>(read: () => T): T | string | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return error.kind === 'too deep' ? 'too deep' : undefined
  }
}

/** A row in its simplest form: words that the analyzer doesn't change, by field and value. */
type PlainRow = Record<'caseName' | 'text', string[][]> & { citeCount: number | null }

const LETTERS = ['ab', 'ac', 'abc', 'abd', 'bd', 'cab']

function plainRow(random: Random): PlainRow {
  const value = () => Array.from({ length: random.between(0, 6) }, () => random.pick(LETTERS))
  return {
    caseName: [value(), value()].slice(0, random.between(0, 2)),
    text: [value()],
    citeCount: random.chance(0.2) ? null : random.between(0, 9),
  }
}

function analysed(row: PlainRow) {
  const fields: Record<string, SearchValue> = {
    caseName: row.caseName.map((words) => words.join(' ')),
    text: row.text.map((words) => words.join(' ')),
    citeCount: row.citeCount,
  }
  return analyseRow(index, fields)
}

function randomLeaf(random: Random): QueryLeaf {
  const fields = random.pick([['text'], ['caseName'], ['caseName', 'text']])
  const words = LETTERS.filter(() => random.chance(0.4)).slice(0, 3)
  const several = words.length > 1 ? words : ['ab', 'bd']
  const form = random.pick(['stem', 'exact'] as const)
  return random.pick<QueryLeaf>([
    { op: 'word', fields, word: random.pick(LETTERS), form },
    { op: 'phrase', fields, words: several, form },
    { op: 'near', fields, words: several, form, distance: random.between(0, 3) },
    { op: 'prefix', fields, prefix: random.pick(['a', 'ab', 'c']) },
    {
      op: 'wildcard',
      fields,
      pattern: random.pick(['a?', 'a*', '?b*', '*b', '*a*b*', 'a*c', '??']),
    },
    { op: 'fuzzy', fields, word: random.pick(['ba', 'abcd', 'dab']), edits: random.pick([1, 2]) },
    { op: 'range', field: 'citeCount', from: random.pick([null, 3]), to: random.pick([null, 5]) },
    { op: 'is', field: 'citeCount', values: [1, 4] },
  ])
}

function randomTree(random: Random, depth: number): QueryTree {
  if (depth === 0 || random.chance(0.3)) return randomLeaf(random)
  if (random.chance(0.25)) return { op: 'not', of: randomTree(random, depth - 1) }
  const of = Array.from({ length: random.between(1, 3) }, () => randomTree(random, depth - 1))
  return { op: random.pick(['and', 'or'] as const), of }
}

/** The simplest evaluation of a tree: it tries every place, every window, and every edit. */
function holds(tree: QueryTree, row: PlainRow): boolean {
  switch (tree.op) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return !tree.of.some((part) => !holds(part, row))
    case 'or':
      return !tree.of.every((part) => !holds(part, row))
    case 'not':
      return !holds(tree.of, row)
    case 'is':
      return row.citeCount !== null && tree.values.includes(row.citeCount)
    case 'range': {
      const { citeCount } = row
      if (citeCount === null) return false
      return citeCount >= (tree.from ?? -Infinity) && citeCount <= (tree.to ?? Infinity)
    }
    // tests/unit/search_connectors.spec.ts
    case 'connected':
      throw new Error('not generated')
    default:
      return tree.fields.some((field) =>
        row[field as 'text'].some((words) => holdsOfWords(tree, words))
      )
  }
}

function holdsOfWords(
  leaf: Exclude<QueryLeaf, { op: 'is' | 'range' | 'connected' }>,
  words: string[]
): boolean {
  switch (leaf.op) {
    case 'word':
      return words.some((word) => word === leaf.word)
    case 'phrase':
      return ` ${words.join(' ')} `.includes(` ${leaf.words.join(' ')} `)
    case 'near':
      return words.some((_, from) =>
        words.some((__, to) => {
          const window = words.slice(from, to + 1)
          return (
            leaf.words.every((word) => window.includes(word)) &&
            window.length - leaf.words.length <= leaf.distance
          )
        })
      )
    case 'prefix':
      return words.some((word) => word.slice(0, leaf.prefix.length) === leaf.prefix)
    case 'wildcard':
      return words.some((word) => shaped(word, leaf.pattern))
    case 'fuzzy':
      return words.some((word) => within(word, leaf.word, leaf.edits))
  }
}

function shaped(word: string, pattern: string): boolean {
  if (pattern === '') return word === ''
  if (pattern[0] === '*') {
    return shaped(word, pattern.slice(1)) || (word !== '' && shaped(word.slice(1), pattern))
  }
  return (
    word !== '' && ['?', word[0]].includes(pattern[0]) && shaped(word.slice(1), pattern.slice(1))
  )
}

function within(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0) return false
  if (a[0] === b[0] && a !== '' && b !== '' && within(a.slice(1), b.slice(1), edits)) return true
  const swapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]
  return (
    (a !== '' && within(a.slice(1), b, edits - 1)) ||
    (b !== '' && within(a, b.slice(1), edits - 1)) ||
    (a !== '' && b !== '' && within(a.slice(1), b.slice(1), edits - 1)) ||
    (swapped && within(a.slice(2), b.slice(2), edits - 1))
  )
}

test.group('evaluator', () => {
  test('agrees with the simplest evaluation of random trees over random rows', ({ assert }) => {
    const random = new Random(11)
    let matching = 0
    for (let run = 0; run < 4000; run++) {
      const tree = randomTree(random, 4)
      const row = plainRow(random)
      const expected = holds(tree, row)
      if (expected) matching++
      assert.equal(
        matches(tree, analysed(row)),
        expected,
        `${printTree(tree)} ${JSON.stringify(row)}`
      )
    }
    assert.isTrue(matching > 1000 && matching < 3000, `${matching}`)
  })

  test('follows the laws of logic', ({ assert }) => {
    const random = new Random(12)
    for (let run = 0; run < 2000; run++) {
      const [a, b, c] = [1, 2, 3].map(() => randomTree(random, 2)) as [
        QueryTree,
        QueryTree,
        QueryTree,
      ]
      const row = analysed(plainRow(random))
      const is = (tree: QueryTree) => matches(tree, row)
      const not = (of: QueryTree): QueryTree => ({ op: 'not', of })
      const and = (...of: QueryTree[]): QueryTree => ({ op: 'and', of })
      const or = (...of: QueryTree[]): QueryTree => ({ op: 'or', of })
      assert.equal(is(not(and(a, b))), is(or(not(a), not(b))))
      assert.equal(is(not(or(a, b))), is(and(not(a), not(b))))
      assert.equal(is(and(a, or(b, c))), is(or(and(a, b), and(a, c))))
      assert.equal(is(not(not(a))), is(a))
    }
  })

  test('a phrase does not match across values', ({ assert }) => {
    const row = analyseRow(index, { citation: ['410 U.S. 113', '93 S. Ct. 705'] })
    const found = (text: string) => matches(parseFilterText(text, 'citation', index), row)
    assert.isTrue(found('"93 S. Ct. 705"'))
    assert.isFalse(found('"113 93"'))
    assert.isFalse(found('"113 93"~100'))
    assert.isTrue(found('113 93'))
  })

  test('compares dates, times, keywords, and booleans in their stored form', ({ assert }) => {
    const row = joinRows(
      analyseRow(index, {
        dateFiled: '2020-02-03',
        timestamp: '2020-01-31T23:30:00.123456-01:00',
        court_id: 'CA9',
        citeCount: null,
      }),
      analyseRow(index, { per_curiam: false, cites: [5, 6] })
    )
    const found = (text: string) => matches(parseQuery(text, index).tree, row)
    for (const text of [
      'dateFiled:2020-02',
      'timestamp:2020-02-01',
      'court_id:ca9',
      'per_curiam:false',
      'cites:6',
      'cites:[6 TO 7]',
      '-citeCount:[0 TO *]',
    ]) {
      assert.isTrue(found(text), text)
    }
    for (const text of [
      'dateFiled:>2020-02-03',
      'timestamp:2020-01',
      'cites:7',
      'citeCount:[* TO *]',
    ]) {
      assert.isFalse(found(text), text)
    }
  })

  test('parents match through a child or through their own row', ({ assert }) => {
    const parents = [
      { key: 1, fields: { caseName: 'Roe v. Wade' } },
      { key: 2, fields: { caseName: 'Doe v. Roe' } },
    ]
    const children = [
      { key: 10, parent: 1, fields: { text: 'privacy' } },
      { key: 11, parent: 1, fields: { text: 'dissent' } },
    ]
    const found = (text: string, ownRow: 'always' | 'without children') => {
      const { tree } = parseQuery(text, index)
      const all = bruteForce(tree, { ...index, ownRow }, parents, children)
      return [[...all.parents].sort(), [...all.children].sort()]
    }
    assert.deepEqual(found('roe', 'without children'), [
      [1, 2],
      [10, 11],
    ])
    assert.deepEqual(found('wade privacy', 'without children'), [[1], [10]])
    assert.deepEqual(found('privacy dissent', 'without children'), [[], []])
    assert.deepEqual(found('wade -privacy -dissent', 'without children'), [[], []])
    assert.deepEqual(found('wade -privacy -dissent', 'always'), [[1], []])
    assert.deepEqual(found('doe', 'without children'), [[2], []])
  })
})
