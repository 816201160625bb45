/** The state of the database before the changes that are being matched. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { OpenDatabase } from '#app/database/connection'
import { ChangeLog, type Cursor } from '#app/events/change_log'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { EarlierState } from '../../matching/earlier_state.js'
import { addDocket, removeRows, touchDocket } from '../archive_rows.js'

test.group('earlier state', (group) => {
  let database: Database
  let log: ChangeLog
  let state: EarlierState
  let settings: OpenDatabase['connection']
  let docket: number

  group.each.setup(async () => {
    database = await app.container.make('lucid.db')
    log = await app.container.make(ChangeLog)
    settings = (await app.container.make(OpenDatabase)).connection
    state = new EarlierState(database, settings)
    docket = await addDocket('First')
    return async () => {
      await state.close()
      await removeRows()
    }
  })

  const rename = (name: string) => touchDocket(docket, { case_name: name })

  /** Names of the docket in the states before each batch of changes; undefined if unknown. */
  async function read(after: Cursor): Promise<{ names: (string | undefined)[]; cursor: Cursor }> {
    const batch = await log.read({ after })
    const names: (string | undefined)[] = []
    await state.use(batch, async (id) => {
      if (id === undefined) return void names.push(undefined)
      const archive = await ArchiveConnection.open(settings)
      await archive.freeze(id)
      const sql = 'SELECT case_name FROM dockets WHERE id = $1'
      names.push((await archive.rows<[string]>(sql, [docket]))[0]![0])
      await archive.close()
    })
    return { names, cursor: batch.cursor }
  }

  test('shows each document before the changes of a read', async ({ assert }) => {
    const start = await log.now()
    await state.begin()
    await rename('Second')
    const first = await read(start)
    assert.deepEqual(first.names, ['First'])
    await rename('Third')
    await rename('Fourth')
    const second = await read(first.cursor)
    assert.deepEqual(second.names, ['Second'])
    await rename('Fifth')
    assert.deepEqual((await read(second.cursor)).names, ['Fourth'])
  })

  test('is the same for a repeated read', async ({ assert }) => {
    const start = await log.now()
    await state.begin()
    await rename('Second')
    const batch = await log.read({ after: start })
    const ids: unknown[] = []
    for (let repeated = 0; repeated < 3; repeated++)
      await state.use(batch, async (id) => void ids.push(id))
    assert.equal(new Set(ids).size, 1)
    assert.isString(ids[0])
  })

  test('is unknown for changes that were made before it', async ({ assert }) => {
    const start = await log.now()
    await rename('Second')
    await state.begin()
    await rename('Third')
    const first = await read(start)
    assert.deepEqual(first.names, [undefined])
    await rename('Fourth')
    assert.deepEqual((await read(first.cursor)).names, ['Third'])
  })

  test('is unknown at first without a state', async ({ assert }) => {
    const start = await log.now()
    await rename('Second')
    const first = await read(start)
    assert.deepEqual(first.names, [undefined])
    await rename('Third')
    assert.deepEqual((await read(first.cursor)).names, ['Second'])
  })

  test('keeps no connection after it is closed', async ({ assert }) => {
    await state.begin()
    await state.close()
    const { rows } = await database.rawQuery(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = 'curia indexer' AND state = 'idle in transaction'`
    )
    assert.equal(rows[0].count, 0)
  })
})
