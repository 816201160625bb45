/**
 * The sources of a case give the same docket in any order, and each entry is announced once. A plain
 * run takes a sample, CURIA_TEST_EVERYTHING a larger one, and CURIA_TEST_ORDERS all cases.
 */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { EVERYTHING } from '#tests/helpers/long_tests'
import { requestSimulatedPages } from '#plugins/demo_courts/tests/simulated_pages'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'
import { caseSources, type CaseReport, type CaseSource } from '../case_sources.js'
import { DOCKET_FILES, fileCourt, readReport } from '../docket_files.js'
import { randomReport } from '../random_reports.js'
import { mergeInOrder, makeOrders, type MergedCase } from '../source_orders.js'
import { useSheets } from '../use_sheets.js'

const STREAM = 83
/** All cases in all orders take an hour of processor time. */
const ALL = Boolean(process.env.CURIA_TEST_ORDERS)
/** Orders per case: all permutations of four sources, or a sample. */
const ORDERS = ALL ? 24 : EVERYTHING ? 6 : 4
/** Every how many real pages are used. */
const STEP = ALL ? 1 : EVERYTHING ? 6 : 24
const SEEDS = ALL ? 40 : EVERYTHING ? 12 : 4

const SETS = [
  ['sheet', 'feed', 'notice', 'menu'],
  ['sheet', 'part', 'feed', 'history'],
  ['sheet', 'part', 'feed', 'history', 'notice', 'menu'],
]

test.group('orders of sources', (group) => {
  const sheets = useSheets(group)
  const simulator = useSimulator(group)

  async function merged(court: string, order: CaseSource[]): Promise<MergedCase> {
    const trx = await sheets.scratch.lucid.transaction()
    try {
      return await mergeInOrder(trx, { court, registryCaseId: '600001' }, order)
    } finally {
      await trx.rollback()
    }
  }

  /** Merges the sources in several orders. @returns the results, by content */
  async function outcomes(of: CaseReport, index: number): Promise<MergedCase[][]> {
    const names = SETS[index % SETS.length]!
    const sources = caseSources(of, index * 7, index % 2 === 1).filter(({ name }) =>
      names.includes(name)
    )
    const random = Random.of(1, STREAM, index)
    const results: MergedCase[] = []
    for (const order of makeOrders(sources, random, ORDERS))
      results.push(await merged(of.court, order))
    return [...Map.groupBy(results, ({ content }) => content).values()]
  }

  /** The first difference between the results of two orders. */
  function difference([one, other]: MergedCase[][]): string {
    if (!one || !other) return ''
    const lines = new Set(other[0]!.content.split('\n'))
    const missing = one[0]!.content.split('\n').find((line) => !lines.has(line))
    return `${one[0]!.order.join()} and ${other[0]!.order.join()}: ${missing ?? 'other lines'}`
  }

  async function check(of: CaseReport, index: number): Promise<string[]> {
    const found = await outcomes(of, index)
    return [
      ...(found.length > 1 ? [`${of.name}: ${difference(found)}`] : []),
      ...found
        .flat()
        .filter(({ entries, announced }) => !entries || entries !== announced)
        .map(
          ({ order, entries, announced }) =>
            `${of.name}: ${order.join()}: ${entries} entries, ${announced} announced`
        ),
    ]
  }

  test('pages of real courts')
    .disableTimeout()
    .skip(DOCKET_FILES.length === 0, 'no pages of real courts')
    .run(async ({ assert }) => {
      const problems: string[] = []
      let cases = 0
      for (let index = 0; index < DOCKET_FILES.length; index += STEP) {
        const file = DOCKET_FILES[index]!
        const report = await readReport(readFileSync(file), fileCourt(file), file)
        if (!report) continue
        cases++
        problems.push(...(await check(report, index)))
      }
      assert.deepEqual(problems, [])
      // Some pages in these folders aren't dockets.
      assert.isAbove(cases, (DOCKET_FILES.length / STEP) * 0.75)
    })

  test('pages of simulated courts')
    .disableTimeout()
    .run(async ({ assert }) => {
      const pages = await requestSimulatedPages(await simulator.visitor())
      // Variations of a docket report have a name with a third part.
      const used = pages.filter(
        ({ kind, name }) => kind.endsWith('docket') && name.split('_').length === 2
      )
      const problems: string[] = []
      let cases = 0
      for (const [index, { name, of, answer }] of used.entries()) {
        if (index % (EVERYTHING ? 1 : 8)) continue
        const report = await readReport(answer.bytes, of.court, name)
        if (!report) continue
        cases++
        problems.push(...(await check(report, index)))
      }
      assert.deepEqual(problems, [])
      assert.isAbove(cases, 1)
    })

  test('random cases')
    .disableTimeout()
    .run(async ({ assert }) => {
      const problems: string[] = []
      for (let seed = 1; seed <= SEEDS; seed++) {
        const report = randomReport(seed)
        const of = { name: `seed ${seed}`, kind: 'district_docket', court: 'nysd', report } as const
        problems.push(...(await check(of, seed)))
      }
      assert.deepEqual(problems, [])
    })
})
