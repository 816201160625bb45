/** A docket number finds the numbers that match it part by part, in every kind of search. */
import { test } from '@japa/runner'
import {
  asDocketNumber,
  isSameNumber,
  listDocketNumberKeys,
  readDocketNumbers,
  listDocketNumberLookupKeys,
} from '#app/support/docket_number'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import { typesenseEngine } from '#app/search_engine/engines/typesense/engine'
import type { SearchEngine } from '#app/search_engine/engine'
import { highlight } from '#app/search_engine/highlight/highlight'
import { analyseRow, matches } from '#app/search_engine/query/evaluate'
import { numberFilter, parseQuery } from '#app/search_engine/query/parse_query'
import type { QueryTree } from '#app/search_engine/query/tree'
import { ParentMatching } from '#plugins/alerts/matching/match_parent'
import { MatchedRow, QueryIndex } from '#plugins/alerts/matching/query_index'
import { caseIndex } from '#tests/helpers/search_index'
import { NUMBER_CASES, QUERY_CASES, REJECTED_PATTERNS } from '#tests/search/docket_number_cases'
import { random } from '#tests/search/archive'
import { temporaryFolder } from '#tests/search/engine_conformance'
import { fillIndex } from '#tests/search/fill_index'
import { keys } from '#tests/search/small_documents'
import { TYPESENSE_KEY, TypesenseSimulator } from '#tests/simulators/typesense/server'

const index = caseIndex()
const COUNT = 2_000
const QUERIES = 200

const isOneWord = (query: string) => !/[\s,]/.test(query)

/** All ways to search for a number. */
function treesOf(query: string): [name: string, tree: QueryTree][] {
  const trees: [string, QueryTree][] = [['parameter', numberFilter(query, 'docketNumber')]]
  if (isOneWord(query)) trees.push(['field', parseQuery(`docketNumber:${query}`, index).tree])
  return trees
}

/** Whether a document matches a saved alert with the tree. */
function isAlerted(tree: QueryTree, fields: { docketNumber: string; caseName: string }): boolean {
  const queries = new QueryIndex<{
    id: string
    since: number
    tree: QueryTree
    listsChildren: boolean
  }>()
  queries.set('1', { id: '1', since: 0, tree, listsChildren: false })
  const matching = new ParentMatching(queries, { key: 1, row: new MatchedRow(index, fields) })
  matching.ownRow()
  return matching.hits.length > 0
}

const parentOf = (key: number, docketNumber: string) => ({
  key,
  date: null,
  factor: 1,
  fields: { docketNumber, caseName: 'Quill v. Nib' },
})

/** Compares the tables with an engine that contains each stored number once. */
async function checkCases(engine: SearchEngine) {
  const stored = [...new Set([...NUMBER_CASES, ...QUERY_CASES].map(([, number]) => number))]
  const parents = stored.map((number, at) => parentOf(at + 1, number))
  await fillIndex(engine, 'cases', { parents, children: [] })
  const asked = [
    ...NUMBER_CASES.flatMap(([query, number, expected]) =>
      treesOf(query).map(([name, tree]) => ({ query: `${name} ${query}`, tree, number, expected }))
    ),
    ...QUERY_CASES.map(([query, number, expected]) => ({
      ...{ query, number, expected },
      tree: parseQuery(query, index).tree,
    })),
  ]
  const wrong: string[] = []
  for (const { query, tree, number, expected } of asked) {
    const found = await keys(engine, tree, 'parent', { order: { by: 'score' } })
    if (found.includes(stored.indexOf(number) + 1) !== expected)
      wrong.push(`${query}: ${number} ${expected}`)
  }
  return wrong
}

test.group('docket numbers', () => {
  test('{0} and {1} match: {2}')
    .with(NUMBER_CASES)
    .run(({ assert }, [query, stored, expected]) => {
      for (const [name, tree] of treesOf(query)) {
        const fields = { docketNumber: stored, caseName: 'Quill v. Nib' }
        assert.equal(matches(tree, analyseRow(index, fields)), expected, name)
        assert.equal(isAlerted(tree, fields), expected, `${name}, alert`)
      }
      const wanted = readDocketNumbers(query).numbers.map((number) =>
        listDocketNumberLookupKeys(number)
      )
      if (!wanted.length || query.includes('*')) return
      const has = new Set(readDocketNumbers(stored).numbers.flatMap(listDocketNumberKeys))
      assert.equal(
        wanted.every((some) => some.some((key) => has.has(key))),
        expected,
        'keys'
      )
    })

  test('q={0} and {1} match: {2}')
    .with(QUERY_CASES)
    .run(({ assert }, [query, docketNumber, expected]) => {
      const { tree } = parseQuery(query, index)
      const fields = { docketNumber, caseName: 'Quill v. Nib' }
      assert.equal(matches(tree, analyseRow(index, fields)), expected)
      assert.equal(isAlerted(tree, fields), expected, 'alert')
    })

  test('{$self} is rejected in every kind of search')
    .with(REJECTED_PATTERNS)
    .run(({ assert }, pattern) => {
      const message = /Use \* for a whole part/
      assert.throws(() => numberFilter(pattern, 'docketNumber'), message)
      assert.throws(() => parseQuery(pattern, index), message)
      assert.throws(() => parseQuery(`docketNumber:${pattern}`, index), message)
    })

  test('the embedded engine finds matching numbers', async ({ assert, cleanup }) => {
    const engine = await openEmbeddedEngine({ folder: temporaryFolder(cleanup), indexes: [index] })
    cleanup(() => engine.close())
    assert.deepEqual(await checkCases(engine), [])
  }).timeout(120_000)

  test('Typesense finds matching numbers', async ({ assert, cleanup }) => {
    const simulator = await TypesenseSimulator.start({ mostOperations: 2_000 })
    cleanup(() => simulator.close())
    const open = typesenseEngine({ urls: simulator.urls, apiKey: TYPESENSE_KEY, prefix: 'numbers' })
    const engine = await open({ folder: temporaryFolder(cleanup), indexes: [index] })
    cleanup(() => engine.close())
    assert.deepEqual(await checkCases(engine), [])
  }).timeout(120_000)

  test(`${QUERIES} numbers find those of ${COUNT} dockets that match them`, async ({
    assert,
    cleanup,
  }) => {
    const next = random(34)
    const dockets = Array.from({ length: COUNT }, () => randomNumber(next))
    const parents = dockets.map((docket, at) => parentOf(at + 1, printed(docket, next)))
    const engine = await openEmbeddedEngine({ folder: temporaryFolder(cleanup), indexes: [index] })
    cleanup(() => engine.close())
    await fillIndex(engine, 'cases', { parents, children: [] })
    const rows = parents.map(({ key, fields }) => ({ key, row: analyseRow(index, fields) }))
    let found = 0
    for (let round = 0; round < QUERIES; round++) {
      const sought = withoutSome(dockets[Math.floor(next() * COUNT)]!, next)
      const query = printed(sought, next)
      const expected = dockets.flatMap((docket, at) => (agrees(sought, docket) ? [at + 1] : []))
      for (const [name, tree] of treesOf(query)) {
        const shown = `${name} ${query}`
        const evaluated = rows.flatMap(({ key, row }) => (matches(tree, row) ? [key] : []))
        assert.deepEqual(evaluated, expected, shown)
        const listed = await keys(engine, tree, 'parent', { order: { by: 'score' }, size: COUNT })
        assert.sameMembers(listed, expected, shown)
      }
      found += expected.length
    }
    assert.isAbove(found, QUERIES)
  }).timeout(180_000)

  test('alerts on numbers match exactly the dockets with matching numbers', ({ assert }) => {
    const next = random(35)
    const queries = new QueryIndex<{
      id: string
      since: number
      tree: QueryTree
      listsChildren: boolean
    }>()
    const sought = Array.from({ length: 300 }, () =>
      withoutSome({ ...randomNumber(next), serial: 1 + Math.floor(next() * 40) }, next)
    )
    for (const [id, number] of sought.entries()) {
      const tree = numberFilter(printed(number, next), 'docketNumber')
      queries.set(String(id), { id: String(id), since: 0, tree, listsChildren: false })
    }
    let hit = 0
    for (let round = 0; round < COUNT; round++) {
      const docket = randomNumber(next)
      const row = new MatchedRow(index, { docketNumber: printed(docket, next) })
      const matching = new ParentMatching(queries, { key: 1, row })
      matching.ownRow()
      const expected = sought.flatMap((number, id) => (agrees(number, docket) ? [String(id)] : []))
      assert.sameMembers(
        matching.hits.map(({ alert }) => alert),
        expected,
        JSON.stringify(docket)
      )
      hit += expected.length
    }
    assert.equal(queries.unindexed, 0)
    assert.isAbove(hit, 100)
  })

  test('{0} is highlighted as {1}')
    .with<[string, string, string | null][]>([
      ['17-cv-1', '1:17-cv-00001-ABC', '<mark>1:17-cv-00001-ABC</mark>'],
      ['docketNumber:17-cv-1', 'Nos. 17-cv-2, 17-cv-1', 'Nos. 17-cv-2, <mark>17-cv-1</mark>'],
      ['"17-cv-1"', '1:17-cv-00001', '<mark>1:17-cv-00001</mark>'],
      ['"17-1"', 'No. 17-1', 'No. <mark>17-1</mark>'],
      ['17-cv-17', '1:17-cv-00001', null],
      ['NOT 17-cv-1', '1:17-cv-00001', null],
    ])
    .run(({ assert }, [query, text, marked]) => {
      const { leaves } = parseQuery(query, index)
      assert.equal(highlight(text, leaves, { fields: ['docketNumber'] }), marked)
    })

  test('{0} looks like {1}')
    .with<[string, string | null][]>([
      ['1:21-cv-01234-ABC-DEF', 'cv.21.1234@1'],
      ['21-cv-1234', 'cv.21.1234@-'],
      ['21cv01234', 'cv.21.1234@-'],
      ['1:21cv1234-AB', 'cv.21.1234@1'],
      ['2:05-md-01657', 'md.05.1657@2'],
      ['21-1234,', '.21.1234@-'],
      ['42-1983', '.42.1983@-'],
      ['8:17-12345', '.17.12345@8'],
      ['2020-01-31', null],
      ['wi-fi', null],
      ['1983', null],
      ['12:30', null],
      ['12th', null],
      ['10-12', '.10.12@-'],
      ['2024-2093', '.24.2093@-'],
    ])
    .run(({ assert }, [text, key]) => {
      const number = asDocketNumber(text)
      assert.equal(
        number && listDocketNumberKeys(number).includes(key!),
        key === null ? null : true
      )
    })

  test('two numbers of one court are the same if no part differs', ({ assert }) => {
    const [one] = readDocketNumbers('8:17-bk-12345').numbers
    const same = (other: string) => isSameNumber(one!, readDocketNumbers(other).numbers[0]!)
    assert.isTrue(['17-12345', '8:17-bk-12345-XY', '17-bk-12345', '8:17-12345'].every(same))
    assert.isFalse(['8:17-ap-12345', '6:17-bk-12345', '18-12345', '17-1234'].some(same))
  })

  test('reading takes linear time: {$self}')
    .with(['1', '1-', '1:', '17-cv-', 'Civ. A. No. ', '17-cv-1 (AB', '-a', 'civ no. ', '1, '])
    .run(({ assert }, part) => {
      const short = stepsOf(part.repeat(500))
      const long = stepsOf(part.repeat(40_000))
      assert.isBelow(long, short * 40 + 50_000)
    })
})

/** CPU time in milliseconds; the minimum of several runs. */
function stepsOf(text: string): number {
  const times = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage()
    readDocketNumbers(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

interface Parts {
  office?: number
  year?: number
  type?: string
  serial: number
  judge?: string
  defendant?: number
}

/** Each part has few values, so a part often has the same digits as another one. */
function randomNumber(next: () => number): Parts & { year: number } {
  const some = <T>(values: T[]) => values[Math.floor(next() * values.length)]!
  const year = some([1, 2, 17, 24])
  const type = some(['cv', 'cr', 'bk', undefined])
  return {
    ...(next() < 0.7 && { office: some([1, 2, 17]) }),
    year,
    ...(type && { type }),
    serial: next() < 0.5 ? some([year, 1, 2, 17, 24]) : 1 + Math.floor(next() * 300),
    ...(type && next() < 0.3 && { judge: some(['ABC', 'CV']) }),
    ...(type === 'cr' && next() < 0.5 && { defendant: some([1, 2, 17]) }),
  }
}

function withoutSome(number: Parts, next: () => number): Parts {
  const { office, type, judge, defendant, ...rest } = number
  return {
    ...rest,
    ...(next() < 0.6 && { office }),
    ...(next() < 0.6 && { type }),
    ...(type && next() < 0.5 && { judge, defendant }),
  }
}

/** In one of the forms that courts print. */
function printed({ office, year, type, serial, judge, defendant }: Parts, next: () => number) {
  const digits = next() < 0.5 ? String(serial) : String(serial).padStart(5, '0')
  const at = office === undefined ? '' : `${office}:`
  const long = String(year).padStart(2, '0')
  const suffix = type && judge ? `-${judge}` : ''
  const of = type && defendant !== undefined ? `-${defendant}` : ''
  if (!type) return `${at}${long}-${digits}`
  const forms = [`${at}${long}-${type}-${digits}${suffix}${of}`]
  if (!of)
    forms.push(`${at}${long}${type}${digits}`, `${at}20${long}-${type.toUpperCase()}-${digits}`)
  if (!of && !at) forms.push(`${type.toUpperCase()}-${long}-${digits}`)
  return forms[Math.floor(next() * forms.length)]!
}

/** Independent of the tested code. */
function agrees(sought: Parts, docket: Parts): boolean {
  const either = (one?: number, other?: number) =>
    one === undefined || other === undefined || one === other
  return (
    sought.serial === docket.serial &&
    sought.year === docket.year &&
    (!sought.type || !docket.type || sought.type === docket.type) &&
    either(sought.office, docket.office) &&
    either(sought.type ? sought.defendant : undefined, docket.defendant)
  )
}
