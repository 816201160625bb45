/** Mirrors on the staff pages. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { encryptToken } from '../../sync/sync_mirror.js'

const PAGE = '/admin/mirrors/'
const HEALTH = '/admin/health/'
const TOKEN = 'c3'.repeat(20)

test.group('staff pages of mirrors', (group) => {
  let staff: Visitor
  /** The connection of running mirrors. */
  let runner: pg.Client

  const database = () => app.container.make('lucid.db')

  group.setup(async () => {
    staff = await signedIn(await makeAccount({ rights: ['dashboard.view', 'jobs.view'] }))
  })

  group.each.setup(async () => {
    const { connection } = await app.container.make(OpenDatabase)
    runner = new pg.Client(connection)
    await runner.connect()
    return async () => {
      await runner.end()
      await (await database()).from('mirrors').where('url', 'like', '%.mirror.example').delete()
    }
  })

  /** @param columns SQL values by column */
  const add = async (name: string, columns: Record<string, string> = {}, isRunning = false) => {
    const given = {
      url: `'https://${name}.mirror.example'`,
      token: `'${encryptToken(TOKEN)}'`,
      resources: `'{dockets,courts}'`,
      ...columns,
    }
    const { rows } = await runner.query<{ id: string }>(
      `INSERT INTO mirrors (${Object.keys(given).join()}) VALUES (${Object.values(given).join()}) RETURNING id`
    )
    const { id } = rows[0]!
    if (isRunning)
      await runner.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [
        ADVISORY_LOCK_NAMES.runningMirror + id,
      ])
    return id
  }

  /** Cells of the row of a mirror. */
  const read = async (name: string, query = '') => {
    const { text } = await staff.get(PAGE + query)
    const row = text.match(/<tr>.*?<\/tr>/gs)!.find((each) => each.includes(`//${name}.mirror`))
    return row?.match(/<td[^>]*>.*?<\/td>/gs)!.map((cell) =>
      cell
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    )
  }

  test('shows the state of each mirror and the next step', async ({ assert }) => {
    const copying = await add('copying', {}, true)
    await runner.query(
      `INSERT INTO mirror_copies (mirror_id, resource, records, is_done, vanished) VALUES (${copying}, 'courts', 1200, true, 5), (${copying}, 'dockets', 40, false, 2)`
    )
    await runner.query(
      `INSERT INTO mirror_pending VALUES (${copying}, 'dockets', '1', 'courts', 'x')`
    )
    await add(
      'following',
      {
        cursor: `'MTY0MzgvMTIzNDoxMjM0Og'`,
        changes: '5000',
        is_copied: 'true',
        date_current: `now() - interval '3 minutes'`,
      },
      true
    )
    await add('waiting', { waits_until: `now() + interval '10 minutes'` }, true)
    await add('retrying', { error: `'it doesn''t respond'`, is_copied: 'true' }, true)
    await add('failed', {
      error: `'<b>returned 401</b>'`,
      root: `'dockets'`,
      filters: `'[["court", "nysd"], ["id", "1"]]'`,
    })
    await add('stopped', { waits_until: `now() + interval '10 minutes'` })

    const [, content, state, position, lag, records, changes, pending, vanished, , , , step] =
      (await read('copying'))!
    assert.deepEqual(
      [content, state, position, lag, records, changes, pending, vanished, step],
      [
        'dockets, courts',
        'copying',
        'dockets (copied 1 of 2 lists)',
        '–',
        '1,240',
        '0',
        '1',
        '7',
        'None',
      ]
    )
    const following = (await read('following'))!
    assert.deepEqual(following.slice(2, 5), ['following', 'MTY0MzgvMTIzNDoxMjM0Og', '3 minutes'])
    assert.equal(following[6], '5,000')
    assert.match((await read('waiting'))![2]!, /^waiting for a limit, until ./)
    assert.equal((await read('retrying'))![2], 'repeating a failed request')
    const failed = (await read('failed'))!
    assert.equal(failed[1], 'dockets?court=nysd&amp;id=1')
    assert.equal(failed[2], 'failed')
    assert.equal(failed[11], '&lt;b&gt;returned 401&lt;/b&gt;')
    assert.match(failed[12]!, /^Fix the cause of the error/)
    assert.match((await read('stopped'))![12]!, /^Start .*mirror:run/)
    assert.isUndefined(await read('stopped', '?state=failed'))
    assert.equal((await read('failed', '?state=failed'))![2], 'failed')
  })

  test('shows local edits, and overwritten values', async ({ assert }) => {
    await add('upstream')
    const local = await add('local', { local_edits: `'local'` })
    const report = await add('report', { local_edits: `'report'` })
    await runner.query(
      `INSERT INTO mirror_local_edits VALUES (${local}, 'dockets', '1', true), (${local}, 'dockets', '2', false)`
    )
    await runner.query(
      `INSERT INTO mirror_overwritten (mirror_id, resource, key, field, value) VALUES
         (${report}, 'dockets', '71', 'case_name', '"<i>Mine</i>"'), (${report}, 'dockets', '72', NULL, NULL)`
    )
    const edits = async (name: string) => (await read(name))![9]
    assert.equal(await edits('upstream'), 'overwritten')
    assert.equal(await edits('local'), 'kept (differing records: 1)')
    assert.equal(await edits('report'), 'overwritten and listed (values: 2)')
    const { text } = await staff.get('/admin/overwritten-values/?record=71')
    assert.include(text, '&lt;i&gt;Mine&lt;/i&gt;')
    assert.include(text, 'dockets 71')
    assert.notInclude(text, 'dockets 72')
    assert.include((await staff.get('/admin/overwritten-values/')).text, 'deleted record')
  })

  test('never shows a token', async ({ assert }) => {
    const id = await add('secret')
    const { rows } = await runner.query(`SELECT token FROM mirrors WHERE id = ${id}`)
    for (const path of [PAGE, `${PAGE}?format=csv`, HEALTH]) {
      const { text } = await staff.get(path)
      assert.include(text, 'https://secret.mirror.example')
      for (const secret of [TOKEN, rows[0].token]) assert.notInclude(text, secret)
    }
  })

  test('the health page shows failed mirrors, and those that lag', async ({ assert }) => {
    const needs = async () => {
      const { text } = await staff.get(HEALTH)
      const found = text.matchAll(/<p class="problem">(.*?)<\/p>/gs)
      return Array.from(found, ([, need]) => need!.replaceAll(/\s+/g, ' ').trim()).filter((need) =>
        need.includes('mirror')
      )
    }
    assert.notInclude((await staff.get(HEALTH)).text, '<h2>Mirrors</h2>')
    const old = (hours: number) => `now() - interval '${hours} hours'`
    await add('current', { is_copied: 'true', date_current: `now() - interval '50 minutes'` }, true)
    await add('new', { date_created: old(30) }, true)
    // Reads once a day.
    await add('daily', { is_copied: 'true', read_every: '1440', date_current: old(24) })
    assert.deepEqual(await needs(), [])
    assert.include((await staff.get(HEALTH)).text, '<h2>Mirrors</h2>')
    await add('failed', { error: `'returned 401'` })
    await add('behind', { is_copied: 'true', date_current: old(3) }, true)
    await add('stopped', { is_copied: 'true', date_current: old(3) })
    await add('never', { date_created: old(3) })
    const link = (name: string, state: string, text: string) =>
      `<a href="${PAGE}?state=${state}">The mirror of https://${name}.mirror.example ${text}</a>`
    assert.deepEqual(await needs(), [
      link('failed', 'failed', 'failed'),
      link('behind', 'following', 'lags by 3 hours'),
      link('stopped', 'stopped', 'isn&#x27;t running and lags by 3 hours'),
      link('never', 'stopped', 'isn&#x27;t running'),
    ])
    assert.include((await staff.get('/admin/')).text, 'behind.mirror.example lags by 3 hours')
    await runner.query(
      `INSERT INTO mirror_copies (mirror_id, resource, vanished)
       SELECT id, name, 1100 FROM mirrors, unnest('{courts,dockets}'::text[]) AS name WHERE url LIKE '%current%'`
    )
    assert.include(
      await needs(),
      `<a href="${PAGE}">Records of the mirror of https://current.mirror.example that no longer exist there: 2,200</a>`
    )
  })
})
