/** Commands that change and remove mirrors. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { CommandRefusal } from '#app/support/interrupted'
import { lockKey } from '#app/support/advisory_locks'
import { MirrorSettings } from '../../sync/mirror_settings.js'
import { encryptToken } from '../../sync/sync_mirror.js'
import { PublicService } from '../simulator/public_service.js'

const TOKEN = 'd4'.repeat(20)
const STORED = 'e5'.repeat(20)

test.group('settings of a mirror', (group) => {
  let settings: MirrorSettings
  let service: PublicService
  let client: pg.Client
  let url: string
  const { signal } = new AbortController()
  const report = () => {}

  group.each.setup(async () => {
    settings = await app.container.make(MirrorSettings)
    service = await PublicService.start()
    service.token = TOKEN
    ;({ url } = service)
    client = new pg.Client((await app.container.make(OpenDatabase)).connection)
    await client.connect()
    await client.query(
      `INSERT INTO mirrors (url, token, resources, names, error) VALUES ($1, $2, '{dockets}', 'public', 'returned 401')`,
      [url, encryptToken(STORED)]
    )
    return async () => {
      service.stop()
      await client.query('DELETE FROM mirrors WHERE url = $1', [url])
      await client.end()
    }
  })

  const read = async () =>
    (await client.query('SELECT * FROM mirrors WHERE url = $1', [url])).rows[0]
  const update = (given: object) => settings.update({ url, ...given }, signal, report)
  const position = async () => {
    const { id } = await read()
    return (await client.query('SELECT FROM change_cursors WHERE name = $1', [`mirror.${id}`]))
      .rowCount
  }

  test('rejects {0}')
    .with([
      ['no change', {}, /nothing to change/],
      ['another URL', { url: 'https://other.mirror.example' }, /isn't mirrored/],
      ['a text that is no URL', { url: 'other' }, /is not a URL/],
      ['an unknown policy', { localEdits: 'mine' }, /must be upstream, local, report/],
      ['a token that the upstream rejects', { token: STORED }, /returned 401/],
      ['a token with a space', { token: 'a b' }, /printable characters/],
      ['files of an unknown server', { files: true }, /add --files-url/],
      ['files at another protocol', { filesUrl: 'ftp://127.0.0.1/' }, /must begin with https/],
    ] as [string, Record<string, unknown>, RegExp][])
    .run(async ({ assert }, [, given, message]) => {
      const before = await read()
      await assert.rejects(() => update(given), CommandRefusal, message)
      assert.deepEqual(await read(), before)
    })
    .timeout(60_000)

  test('rejects changes while mirror:run is running', async ({ assert }) => {
    const before = await read()
    await client.query('SELECT pg_advisory_lock($1)', [lockKey('mirr')])
    await Promise.all(
      [() => update({ files: false }), () => settings.remove(url, signal)].map((change) =>
        assert.rejects(change, CommandRefusal, /mirror:run is running; stop it/)
      )
    )
    assert.deepEqual(await read(), before)
  }).timeout(60_000)

  test('changes the token, and clears the last error', async ({ assert }) => {
    const { token: before } = await read()
    await update({ token: TOKEN })
    const { token, error } = await read()
    assert.notEqual(token, before)
    assert.notInclude(token, TOKEN)
    assert.isNull(error)
  })

  test('turns copies of files on and off', async ({ assert }) => {
    await update({ filesUrl: 'https://files.example/storage/' })
    const { id, files_url: given } = await read()
    assert.equal(given, 'https://files.example/storage/')
    await client.query(`INSERT INTO mirror_files (mirror_id, path) VALUES ($1, 'a.pdf')`, [id])
    await client.query('UPDATE mirrors SET are_files_listed = true WHERE id = $1', [id])
    await update({ files: false })
    const off = await read()
    assert.isNull(off.files_url)
    assert.isFalse(off.are_files_listed)
    const { rowCount } = await client.query('SELECT FROM mirror_files WHERE mirror_id = $1', [id])
    assert.equal(rowCount, 0)
  })

  test('another policy forgets known edits', async ({ assert }) => {
    const { id } = await read()
    await update({ localEdits: 'local' })
    await client.query(`UPDATE mirrors SET edits_cursor = 'x' WHERE id = $1`, [id])
    await client.query(
      `INSERT INTO mirror_local_edits (mirror_id, resource, key) VALUES ($1, 'dockets', '1')`,
      [id]
    )
    await client.query(
      `INSERT INTO change_cursors (name, cursor, passed) VALUES ($1, 'x', pg_current_snapshot())`,
      [`mirror.${id}`]
    )
    await update({ localEdits: 'local' })
    assert.equal((await read()).edits_cursor, 'x')
    await update({ localEdits: 'report' })
    assert.isNull((await read()).edits_cursor)
    assert.equal(await position(), 0)
    const edits = await client.query('SELECT FROM mirror_local_edits WHERE mirror_id = $1', [id])
    assert.equal(edits.rowCount, 0)
  })

  test('a removed mirror leaves no position in the change log', async ({ assert }) => {
    const { id } = await read()
    await client.query(
      `INSERT INTO change_cursors (name, cursor, passed) VALUES ($1, 'x', pg_current_snapshot())`,
      [`mirror.${id}`]
    )
    await settings.remove(`${url}/`, signal)
    assert.isUndefined(await read())
    const left = await client.query('SELECT FROM change_cursors WHERE name = $1', [`mirror.${id}`])
    assert.equal(left.rowCount, 0)
    await assert.rejects(() => settings.remove(url, signal), /isn't mirrored/)
  })
})
