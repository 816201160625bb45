/**
 * Where the IDs of rows created on this server start: in new archives, in those of earlier
 * versions, and in restored ones; and what `node ace doctor` reports about them.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { migrateTo, migrationNames } from '#app/boot/migrate'
import {
  DEFAULT_FIRST_KEY,
  EARLIER_FIRST_KEY,
  readFirstLocalKey,
  readKeyUse,
} from '#app/database/local_keys'
import { LocalIdsCheck } from '#app/web/health/checks'
import { PluginHost } from '#core/plugin_host'
import { settings } from '#start/env'
import { backUp, makeDataFolder, prepareJobs, restore } from '#tests/helpers/backups'
import { takesMinutes } from '#tests/helpers/long_tests'
import {
  makeEmptyDatabase,
  makeScratchDatabase,
  type ScratchDatabase,
} from '#tests/helpers/scratch_database'

const MAX_INT32 = 2 ** 31 - 1
/** Migrations of later versions than those that had no facts about the archive. */
const FACTS = ['database/migrations/32_archive_facts', 'database/migrations/35_archive_ids']

const firstOf = ({ client }: ScratchDatabase) => readFirstLocalKey((sql) => client.query(sql))

const recordTables = async () => (await app.container.make(PluginHost)).recordTables

/** Last local keys of all tables that have them. */
async function lastKeys({ client }: ScratchDatabase): Promise<Set<number>> {
  const uses = await readKeyUse((sql) => client.query(sql), await recordTables())
  return new Set(uses.map(({ local }) => local))
}

async function addRow({ client }: ScratchDatabase): Promise<number> {
  const { rows } = await client.query(
    `INSERT INTO schools (name) VALUES ('A School') RETURNING id::float8`
  )
  return rows[0].id
}

/** Sets LOCAL_IDS_FROM for a test. */
function useSetting(group: Group) {
  const before = settings.localIdsFrom
  group.each.teardown(() => void (settings.localIdsFrom = before))
  return (wanted: number | null) => void (settings.localIdsFrom = wanted)
}

test.group('local IDs of new, earlier, and restored archives', (group) => {
  takesMinutes(group)
  const set = useSetting(group)
  let database: ScratchDatabase
  group.each.setup(async () => {
    database = await makeEmptyDatabase(app)
    return () => database.drop()
  })

  const migrateWhere = async (isWanted: (name: string) => boolean) => {
    const names = [...(await migrationNames(app))].filter(isWanted)
    await migrateTo(app, new Set(names), database.name)
  }
  const migrateAll = () => migrateWhere(() => true)

  test('a new archive starts at {first} with LOCAL_IDS_FROM={wanted}')
    .with([
      { wanted: null, first: DEFAULT_FIRST_KEY },
      { wanted: 1_000_000, first: 1_000_000 },
      { wanted: 2 ** 31, first: 2 ** 31 },
    ])
    .run(async ({ assert }, { wanted, first }) => {
      set(wanted)
      await migrateAll()
      assert.equal(await firstOf(database), first)
      assert.deepEqual(await lastKeys(database), new Set([first - 1]))
      assert.equal(await addRow(database), first)
      // A different setting has no effect at later starts.
      set(3_000_000)
      await migrateAll()
      assert.equal(await firstOf(database), first)
      assert.equal(await addRow(database), first + 1)
    })

  test('an archive of an earlier version keeps its IDs and where they start', async ({
    assert,
  }) => {
    await migrateWhere((name) => !FACTS.includes(name))
    const before = await addRow(database)
    assert.equal(before, EARLIER_FIRST_KEY)
    set(1_500_000_000)
    await migrateAll()
    assert.equal(await firstOf(database), EARLIER_FIRST_KEY)
    assert.equal(await addRow(database), before + 1)
    const { rows } = await database.client.query('SELECT id::float8 FROM schools ORDER BY id')
    assert.deepEqual(
      rows.map(({ id }) => id),
      [before, before + 1]
    )
  })

  test('a first start interrupted {title} applies the setting')
    .with([
      {
        title: 'before the tables of plugins',
        ran: (name: string) => name.startsWith('database/'),
      },
      {
        title: 'in the middle of plugins',
        ran: (name: string) => /^(?:database|plugins\/(?:case_law|people))\//.test(name),
      },
      {
        title: 'in an earlier version, before the tables of plugins',
        ran: (name: string) => name.startsWith('database/') && !FACTS.includes(name),
      },
    ])
    .run(async ({ assert }, { ran }) => {
      set(1_200_000_000)
      await migrateWhere(ran)
      await migrateAll()
      assert.equal(await firstOf(database), 1_200_000_000)
      assert.deepEqual(await lastKeys(database), new Set([1_200_000_000 - 1]))
    })

  test('a restored archive keeps where its IDs start', async ({ assert, cleanup }) => {
    const target = await makeEmptyDatabase(app)
    const folder = makeDataFolder()
    cleanup(async () => {
      await target.drop()
      folder.cleanup()
    })
    set(1_234_567_890)
    await migrateAll()
    await (await prepareJobs(app, database)).stop()
    await addRow(database)
    const file = join(folder.folder, '../', `${database.name}.zip`)
    cleanup(() => rmSync(file, { force: true }))
    await backUp(database, folder.folder, file)
    set(1_700_000_000)
    await restore(app, file, target, folder.folder)
    assert.equal(await firstOf(target), 1_234_567_890)
    assert.equal(await addRow(target), 1_234_567_891)
    await migrateTo(app, await migrationNames(app), target.name)
    assert.equal(await firstOf(target), 1_234_567_890)
  })
})

test.group('doctor checks local IDs', (group) => {
  let database: ScratchDatabase
  group.each.setup(async () => {
    database = await makeScratchDatabase(app)
    return () => database.drop()
  })

  const check = async (wanted: number | null = null) =>
    new LocalIdsCheck(database.lucid, await recordTables(), wanted).run()
  const add = (table: 'site_tags' | 'schools', id: number) =>
    database.client.query(`INSERT INTO ${table} (id, name) VALUES (${id}, 'Name ${id}')`)
  const useUpTo = (table: string, key: number) =>
    database.client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${key})`)
  const startAt = async (first: number) => {
    const { client } = database
    const uses = await readKeyUse((sql) => client.query(sql), await recordTables())
    for (const { table } of uses) await useUpTo(table, first - 1)
    await client.query(`UPDATE archive_facts SET first_local_id = ${first}`)
  }

  test('a new archive has room', async ({ assert }) => {
    const { status, message } = await check()
    assert.deepEqual(
      [status, message],
      ['ok', 'IDs of records created on this server start at 1,900,000,000']
    )
    assert.equal((await check(DEFAULT_FIRST_KEY)).status, 'ok')
  })

  test('an archive of an earlier version has IDs beyond 32 bits', async ({ assert }) => {
    await startAt(EARLIER_FIRST_KEY)
    const { status, message } = await check()
    assert.deepEqual(
      [status, message],
      [
        'ok',
        "IDs of records created on this server start at 1,000,000,000,000, which 32-bit clients can't read",
      ]
    )
  })

  test('the setting {wanted} differs from the archive')
    .with([{ wanted: 1_000_000 }, { wanted: 1_900_000_001 }, { wanted: EARLIER_FIRST_KEY }])
    .run(async ({ assert }, { wanted }) => {
      const { status, message } = await check(wanted)
      assert.equal(status, 'warning')
      assert.equal(
        message,
        `LOCAL_IDS_FROM=${wanted} is ignored: the IDs of records created in this archive start at 1,900,000,000`
      )
    })

  test('imported IDs up to {highest} in {table} of an archive from {first}: {status}')
    .with([
      { table: 'site_tags', first: DEFAULT_FIRST_KEY, highest: 1, status: 'ok' },
      { table: 'site_tags', first: DEFAULT_FIRST_KEY, highest: 1_424_999_999, status: 'ok' },
      { table: 'site_tags', first: DEFAULT_FIRST_KEY, highest: 1_425_000_000, status: 'warning' },
      { table: 'schools', first: DEFAULT_FIRST_KEY, highest: 1_899_999_999, status: 'warning' },
      { table: 'schools', first: 1_000_000, highest: 749_999, status: 'ok' },
      { table: 'schools', first: 1_000_000, highest: 750_000, status: 'warning' },
    ] as const)
    .run(async ({ assert }, { table, first, highest, status }) => {
      await startAt(first)
      await add(table, 3)
      await add(table, highest)
      const found = await check()
      assert.equal(found.status, status, found.message)
      if (status === 'warning')
        assert.equal(
          found.message,
          `The highest imported ID in ${table} is ${highest.toLocaleString('en')}; rows of files with IDs from ${first.toLocaleString('en')} on are rejected`
        )
    })

  test('created IDs up to {last} of an archive from {first}: {status}')
    .with([
      { first: DEFAULT_FIRST_KEY, last: 2_000_000_000, status: 'ok' },
      { first: DEFAULT_FIRST_KEY, last: 2_085_612_735, status: 'ok' },
      { first: DEFAULT_FIRST_KEY, last: 2_085_612_736, status: 'warning' },
      { first: DEFAULT_FIRST_KEY, last: MAX_INT32, status: 'warning' },
      { first: DEFAULT_FIRST_KEY, last: 5_000_000_000, status: 'warning' },
      { first: 1_000_000, last: 1_600_000_000, status: 'ok' },
      { first: 1_000_000, last: 1_700_000_000, status: 'warning' },
      { first: MAX_INT32 + 1, last: MAX_INT32 + 10, status: 'ok' },
      { first: EARLIER_FIRST_KEY, last: EARLIER_FIRST_KEY + 1_000_000, status: 'ok' },
    ])
    .run(async ({ assert }, { first, last, status }) => {
      await startAt(first)
      await useUpTo('dockets', last)
      const found = await check()
      assert.equal(found.status, status, found.message)
      if (status === 'warning')
        assert.equal(
          found.message,
          `IDs created in dockets have reached ${last.toLocaleString('en')}; 32-bit clients can't read IDs above 2,147,483,647`
        )
    })

  test('names every table, and ignores those of accounts', async ({ assert }) => {
    await add('site_tags', 1_800_000_000)
    await add('schools', 1_800_000_001)
    await useUpTo('accounts', MAX_INT32)
    const { message } = await check(1_000_000)
    const sentences = message.split('. ')
    assert.lengthOf(sentences, 3)
    assert.match(sentences[1]!, /ID in schools is/)
    assert.match(sentences[2]!, /ID in site_tags is/)
  })

  test('IDs beyond 32 bits are assigned after all others', async ({ assert }) => {
    await useUpTo('schools', MAX_INT32 - 1)
    assert.deepEqual([await addRow(database), await addRow(database)], [MAX_INT32, MAX_INT32 + 1])
  })
})
