/** Records that both servers changed: which one wins, and what is counted and listed. */
import { test } from '@japa/runner'
import { readPolicy, type EditPolicy } from '../../records/local_edits.js'
import { MIRROR_COLUMNS, type ShownMirror } from '../../sync/states.js'
import { fillService } from '../simulator/sample.js'
import { endMirror, useMirror, type UsedMirror } from '../use_mirror.js'

const MINUTE = 60_000

test.group('local edits of mirrored records', () => {
  let mirror: UsedMirror
  let clock = 0

  const start = async (localEdits: EditPolicy) => {
    mirror = await useMirror({ localEdits })
    clock = Date.parse('2026-05-01T12:00:00Z')
    mirror.service.now = () => new Date(clock)
    fillService(mirror.service)
    await mirror.run()
    return () => endMirror(mirror)
  }

  /** Changes dockets upstream, and runs the mirror. */
  const change = async (name: string, ...ids: number[]) => {
    clock += 60 * MINUTE
    for (const id of ids) mirror.service.put('dockets', { id, case_name: name })
    await mirror.run()
  }

  const names = async (...ids: number[]) => {
    const rows = await mirror.query(
      `SELECT id::int, case_name AS name FROM dockets WHERE id IN (${ids.join()}) ORDER BY id`
    )
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  }

  const edit = (id: number) =>
    mirror.query(`UPDATE dockets SET case_name = 'Edited here' WHERE id = ${id}`)

  const read = async () =>
    (await mirror.query(`SELECT ${MIRROR_COLUMNS} FROM mirrors m`))[0] as ShownMirror

  const overwritten = () =>
    mirror.query('SELECT resource, key, field, value FROM mirror_overwritten ORDER BY id')

  test('upstream: local edits are replaced', async ({ assert, cleanup }) => {
    cleanup(await start('upstream'))
    await edit(3)
    await change('Changed', 3)
    assert.deepEqual(await names(3), { 3: 'Changed' })
    for (const table of ['mirror_local_edits', 'mirror_overwritten', 'mirror_transactions'])
      assert.deepEqual(await mirror.query(`SELECT * FROM ${table}`), [], table)
  }).timeout(60_000)

  test('local: edited records are kept and counted, also deleted ones', async ({
    assert,
    cleanup,
  }) => {
    cleanup(await start('local'))
    await edit(3)
    await mirror.query(`DELETE FROM party_types WHERE party_id = 10`)
    await mirror.query(`DELETE FROM dockets WHERE id = 40`)
    // A change that a component derives isn't an edit.
    await mirror.query(
      `BEGIN; SET LOCAL curia.origin = 'citations'; UPDATE dockets SET case_name = 'Derived' WHERE id = 5; COMMIT`
    )
    mirror.service.put('parties', { id: 10, name: 'Changed' })
    await change('Changed', 3, 4, 5, 40)
    assert.deepEqual(await names(3, 4, 5, 40), { 3: 'Edited here', 4: 'Changed', 5: 'Changed' })
    const [party] = await mirror.query('SELECT name FROM parties WHERE id = 10')
    assert.equal(party.name, 'Cy')
    assert.equal(Number((await read()).kept), 3)
    // What the mirror stored isn't an edit.
    await change('Again', 3, 4, 5)
    assert.deepEqual(await names(3, 4, 5), { 3: 'Edited here', 4: 'Again', 5: 'Again' })
    assert.equal(Number((await read()).kept), 3)
    assert.deepEqual(await overwritten(), [])
  }).timeout(60_000)

  test('report: the upstream wins, and local values are listed once', async ({
    assert,
    cleanup,
  }) => {
    cleanup(await start('report'))
    await edit(3)
    await mirror.query(`UPDATE archive_documents SET plain_text = 'Secret' WHERE id = 101`)
    mirror.service.put('recap-documents', { id: 101, plain_text: 'Changed' })
    await mirror.query(`DELETE FROM dockets WHERE id = 40`)
    await change('Changed', 3, 4, 40)
    assert.deepEqual(await names(3, 4, 40), { 3: 'Changed', 4: 'Changed', 40: 'Changed' })
    assert.sameDeepMembers(await overwritten(), [
      { resource: 'dockets', key: '3', field: 'case_name', value: '"Edited here"' },
      { resource: 'dockets', key: '40', field: null, value: null },
      { resource: 'recap-documents', key: '101', field: 'plain_text', value: null },
    ])
    await change('Again', 3, 4)
    assert.lengthOf(await overwritten(), 3)

    await mirror.query(
      `INSERT INTO mirror_overwritten (mirror_id, resource, key) SELECT id, 'dockets', '1' FROM mirrors, generate_series(1, 1200)`
    )
    await edit(4)
    await change('Once more', 4)
    const values = await overwritten()
    assert.lengthOf(values, 1_000)
    assert.equal(values.at(-1).value, '"Edited here"')
    assert.equal(Number((await read()).overwritten), 1_000)
  }).timeout(60_000)

  test('changes that the log no longer has are reported', async ({ assert, cleanup }) => {
    cleanup(await start('local'))
    await edit(3)
    await mirror.query(
      `UPDATE change_log_state SET deleted_below = pg_snapshot_xmax(pg_current_snapshot())`
    )
    await change('Changed', 3)
    assert.isTrue(mirror.reports.some((one) => one.startsWith('earlier local edits are unknown')))
    assert.deepEqual(await names(3), { 3: 'Changed' })
    await edit(3)
    await change('Again', 3)
    assert.deepEqual(await names(3), { 3: 'Edited here' })
  }).timeout(60_000)

  test('rejects an unknown policy', ({ assert }) => {
    assert.equal(readPolicy('report'), 'report')
    assert.throws(() => readPolicy('mine'), /must be upstream, local, report, not "mine"/)
  })
})
