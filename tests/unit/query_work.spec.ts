import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import peggy from 'peggy'
import { bruteForce } from '#app/search_engine/query/evaluate'
import { readCitations } from '#plugins/case_law/search/language/read_citations'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { printTree } from '#app/search_engine/query/print'
import { listQueryLeaves, withoutRepeats } from '#app/search_engine/query/tree'
import { nameBoosts } from '#app/search/request/name_boosts'
import { caseIndex } from '#tests/helpers/search_index'
import { CASES, makeArchive, random } from '#tests/search/archive'
import { randomTree } from '#tests/search/random_trees'

const index = caseIndex()
const grammar = readFileSync(
  new URL('../../app/search_engine/query/query.peggy', import.meta.url),
  'utf8'
)
const parser = peggy.generate(grammar)
const tracedParser = peggy.generate(grammar, { trace: true })

/** Parses a text of any length. */
function parse(text: string, tracer?: peggy.ParserTracer): void {
  const fail = () => {
    throw new Error('refused')
  }
  const options = { isField: () => false, placeOf: (at: number) => at, fail }
  try {
    if (tracer) tracedParser.parse(text, { ...options, tracer } as object)
    else parser.parse(text, options)
  } catch {
    // An invalid text has been parsed up to its error.
  }
}

/** Number of rules that the parser enters for a text. */
function rulesEntered(text: string): number {
  let entered = 0
  parse(text, { trace: ({ type }: { type: string }) => void (type === 'rule.enter' && entered++) })
  return entered
}

/** CPU time in milliseconds; the minimum of several runs. */
function processorTime(work: () => unknown): number {
  const times = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Parts that can be repeated to form a long query. Some grammars parse them repeatedly. */
const PARTS = [
  ...['the ', 'a OR ', '1 a ', 'a. ', 'A. B. ', 'no. ', '(1950) ', '347 U.S. 483, 5 ', ', 1'],
  ...['\\"', '\\" ', '\\\\', '^1', '^1b', '^', '~1', '~.', 'a~ ', 'a*b', '?', '12(b)', '(b)', '§1'],
  ...['a&', 'a_', 'a.', '1-', "a'", '[1 TO ', 'a:', 'http://', '-a ', '% a ', '"a b" ', '"a b"~3 '],
]

test.group('work of parsing a query', () => {
  test('equal adjacent words and groups are merged', ({ assert }) => {
    const tree = (text: string) => printTree(parseQuery(text, index).tree)
    assert.equal(tree('the '.repeat(1000)), tree('the'))
    assert.equal(tree('duty AND (duty AND care) AND care'), tree('duty care'))
    assert.equal(tree('(duty OR care) (duty OR care)'), tree('duty OR care'))
    assert.equal(tree('duty -care -care'), tree('duty -care'))
    assert.notEqual(tree('duty "duty"'), tree('duty'))
    assert.lengthOf(parseQuery('(duty OR care) (duty OR breach)', index).leaves, 3)
  })

  test('a long text is not searched for numbers and citations', ({ assert }) => {
    const boost = { is: 'number' as const, one: 1, several: 1 }
    const raised = (text: string) =>
      nameBoosts({ names: { docketNumber: boost } }, index, parseQuery(text, index)).boosts
    assert.lengthOf(raised('12 of 1234')!, 1)
    assert.isEmpty(raised('1 2 '.repeat(400)))
  })

  test('deduplicated trees match the same records', ({ assert }) => {
    const next = random(8)
    const { parents, children } = makeArchive(4, 30)
    let merged = 0
    for (let round = 0; round < 300; round++) {
      const [one, other] = [randomTree(next, CASES, 2), randomTree(next, CASES, 2)]
      const op = next() < 0.5 ? ('and' as const) : ('or' as const)
      const tree = {
        op,
        of: [one, { op: 'not' as const, of: other }, one, { op, of: [one, other] }],
      }
      const short = withoutRepeats(tree)
      if (listQueryLeaves(short).length < listQueryLeaves(tree).length) merged++
      assert.deepEqual(
        bruteForce(short, CASES, parents, children),
        bruteForce(tree, CASES, parents, children),
        JSON.stringify(tree)
      )
    }
    assert.isAbove(merged, 200)
  })

  test('a query twice as long takes about twice as many steps: {$self}')
    .with(PARTS)
    .run(({ assert }, part) => {
      const [short, long] = [2_000, 4_000].map((length) =>
        rulesEntered(`a${part.repeat(length / part.length)}b`)
      ) as [number, number]
      assert.isBelow(long, short * 2.5 + 1000)
    })

  test('CPU time grows linearly: {$self}')
    .with(PARTS)
    .run(({ assert }, part) => {
      const [short, long] = [4_000, 64_000].map((length) => {
        const text = part.repeat(length / part.length)
        return processorTime(() => [parse(`a${text}b`), readCitations(text)])
      }) as [number, number]
      // Sixteen times as long; quadratic growth would be 256 times as long.
      assert.isBelow(long, short * 80 + 20)
    })
})
