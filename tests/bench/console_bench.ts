/**
 * Lists of the staff console with many accounts: every sort order in both
 * directions, with every filter and every pair of filters, at the start and in the
 * middle. Measures the time of the database and its driver.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { AdminList } from '#app/console/admin/admin_list'
import type { ListDatabase } from '#app/console/admin/list_query'
import { readList } from '#app/console/admin/read_list'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { fillAccounts } from './accounts_fill.js'
import { milliseconds, printTable, quantile, whole } from './table.js'
import { ConsoleRegistry } from '#app/console/console_registry'

const ROUNDS = 3

/** Input for text filters: common, rare, short, and missing values. */
const TYPED: Record<string, string[]> = {
  '/admin/accounts/ q': [
    'ada.becker777',
    'example',
    'becker',
    '77777',
    'a',
    'zq',
    'x',
    '1',
    '@law.',
    'unknown name',
    'Carmen Garcia',
  ],
  '/admin/tokens/ ending': ['c4ca', 'zzzz'],
  '/admin/audit/ action': ['overrides.set', 'promotion.set', 'nothing'],
  '/admin/audit/ actor': ['ada.abbott10', 'ada.becker777', 'nobody'],
  '/admin/audit/ account': ['ada.abbott10', 'ada.becker777', 'nobody'],
  '/admin/imports/ stem': ['dockets', 'nothing'],
}

type Query = Record<string, string>

/** Prints the table. */
export async function benchConsole(app: ApplicationService, accounts: number): Promise<void> {
  console.log(`filling ${accounts.toLocaleString('en')} accounts …\n`)
  const scratch = await makeScratchDatabase(app)
  try {
    await fillAccounts(scratch.client, accounts)
    const database = (await app.container.make('lucid.db')).connection(scratch.name)
    const { lists } = await app.container.make(ConsoleRegistry)
    const rows: string[][] = []
    for (const list of lists) {
      const given = await list.load?.(app.container)
      const queries = await queriesOf(database, list, given)
      const times: { query: Query; time: number }[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        for (const query of queries) {
          const started = performance.now()
          await readList(database, list, query, { given })
          // The first round warms the caches.
          if (round) times.push({ query, time: performance.now() - started })
        }
      }
      times.sort((a, b) => a.time - b.time)
      const at = (share: number) =>
        milliseconds(
          quantile(
            times.map(({ time }) => time),
            share
          )
        )
      const slowest = new URLSearchParams(times.at(-1)!.query).toString()
      rows.push([list.path, whole(queries.length), at(0.5), at(0.95), at(1), slowest.slice(0, 60)])
    }
    printTable(['staff lists, ms', 'pages', 'p50', 'p95', 'slowest', 'which'], rows)
  } finally {
    await scratch.drop()
  }
}

/** All measured pages of a list. */
async function queriesOf(
  database: ListDatabase,
  list: AdminList,
  given: unknown
): Promise<Query[]> {
  const filters = Object.entries(list.filters ?? {}).map(([name, { options }]) => {
    const chosen = typeof options === 'function' ? options(given) : options
    const values = chosen?.map(([value]) => value) ?? TYPED[`${list.path} ${name}`]
    if (!values) throw new Error(`the bench has no filter value for ${name} of ${list.path}`)
    return values.map((value): Query => ({ [name]: value }))
  })
  const filtered: Query[] = [
    {},
    ...filters.flat(),
    ...filters.flatMap((some, index) =>
      filters
        .slice(index + 1)
        .flatMap((others) => some.flatMap((one) => others.map((other) => ({ ...one, ...other }))))
    ),
  ]
  const queries: Query[] = []
  for (const [name, { sql }] of Object.entries(list.sorts)) {
    const { rows } = await database.rawQuery(
      `SELECT (${sql})::text AS value, ${list.key}::text AS key FROM ${list.from}
       ORDER BY ${sql}, ${list.key} OFFSET (SELECT count(*) / 2 FROM ${list.from}) LIMIT 1`
    )
    const { value, key } = rows[0] as { value: string; key: string }
    const middle = Buffer.from(JSON.stringify([false, value, key])).toString('base64url')
    for (const sort of [name, `-${name}`])
      for (const query of filtered) queries.push({ sort, ...query }, { sort, ...query, at: middle })
  }
  return queries
}
