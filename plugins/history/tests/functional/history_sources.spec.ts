/** Sources of versions, and the accounts that see them. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { withSource } from '#app/database/change_source'
import { markOrigin } from '#app/events/publication'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { formValues } from '#tests/helpers/form_values'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import { processJob } from '#plugins/upload/jobs'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '#plugins/upload/rights'
import { send } from '#plugins/upload/tests/uploads'
import { endMirror, useMirror } from '#plugins/mirror/tests/use_mirror'
import { fillService } from '#plugins/mirror/tests/simulator/sample'
import { BASE, prepareIn, readVersions, storedRows, useHistory } from '../use_history.js'

let database: Database
let staff: TestAccount

test.group('sources of versions', (group) => {
  let docket: OwnDocket

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    staff = await makeAccount({ rights: ['archive.edit'] })
    return useHistory()
  })
  group.each.setup(async () => {
    docket = await makeDocket({ case_name: 'First' })
    return () => docket.remove()
  })

  const sources = async (path: string, account = staff) =>
    (await readVersions(path, account)).map(({ source, account: id }) => [source, id])

  test('the API, with the account', async ({ assert, client }) => {
    const owner = await makeAccount()
    const made = await client
      .post('/api/rest/v4/tags/')
      .header('authorization', owner.authorization)
      .json({ name: 'mine', title: 'First' })
    const { id } = made.body()
    const change = await fetch(`${BASE}/tags/${id}/`, {
      method: 'PATCH',
      headers: { 'authorization': owner.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Second' }),
    })
    assert.equal(change.status, 200)
    const [version] = await readVersions(`/tags/${id}/history/`, owner)
    assert.deepEqual(version, {
      change: 'updated',
      source: 'api',
      origin: null,
      account: owner.id,
      changed: ['title'],
      before: { title: 'First' },
      after: { title: 'Second' },
    })
    await fetch(`${BASE}/tags/${id}/`, {
      method: 'DELETE',
      headers: { authorization: owner.authorization },
    })
    const left = (await storedRows(database, 'user_tags')).filter(({ key }) => key === String(id))
    assert.deepEqual(left, [], 'versions of private records are deleted with them')
  })

  test('a form of staff, with the account for staff only', async ({ assert, cleanup }) => {
    const editor = await makeAccount({ rights: ['archive.edit'] })
    const visitor = await signedIn(editor)
    const court = await database.from('courts').where('id', 'ala').firstOrFail()
    await database.table('courts').insert({ ...court, id: 'versioned', url: '' })
    cleanup(async () => void (await database.from('courts').where('id', 'versioned').delete()))
    const path = '/admin/records/courts/versioned/'
    const values = formValues((await visitor.get(path)).text)
    await visitor.submit(path, { ...values, short_name: 'Changed' }, { from: path })
    assert.deepEqual(await sources('/courts/versioned/history/'), [['staff', editor.id]])
    const page = await visitor.get(`${path}history/`)
    assert.equal(page.status, 200)
    for (const text of ['staff', editor.username, `<ins>Changed</ins>`, court.short_name])
      assert.include(page.text, text)
    assert.include((await visitor.get(path)).text, `href="${path}history/"`)
    assert.include((await visitor.get('/court/versioned/x/')).text, `href="${path}history/"`)
    const reader = await signedIn(await makeAccount())
    assert.notInclude((await reader.get('/court/versioned/x/')).text, 'history/')
  })

  test('a form of an account', async ({ assert }) => {
    const owner = await makeAccount()
    const [tag] = await database
      .table('user_tags')
      .insert({ user_id: owner.id, name: 'mine', title: 'First' })
      .returning('id')
    const visitor = await signedIn(owner)
    const path = `/profile/tags/${tag.id}/`
    const values = formValues((await visitor.get(path)).text)
    const { status } = await visitor.submit(path, { ...values, title: 'Second' }, { from: path })
    assert.equal(status, 302)
    assert.deepEqual(await sources(`/tags/${tag.id}/history/`, owner), [['site', owner.id]])
  })

  test('jobs of uploads', async ({ assert, client }) => {
    const account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
    const fields = { court: 'cand', upload_type: 1, registry_case_id: '4711' }
    const sent = await send(client, account, fields, { file: Buffer.from('<p>no page</p>') })
    const { id } = sent.body()
    await processJob.handler({ upload: String(id) }, { app, attempt: 1, signal: null as never })
    const found = await sources(`/archive/${id}/history/`, account)
    assert.isNotEmpty(found)
    for (const source of found) assert.deepEqual(source, ['upload', null])
  })

  test('the server, with the origin of derived changes', async ({ assert }) => {
    await docket.change({ case_name: 'Second' })
    await database.transaction(async (trx) => {
      await markOrigin(trx, 'tests')
      await trx.from('dockets').where('id', docket.id).update({ case_name: 'Third' })
    })
    const found = await readVersions(`/dockets/${docket.id}/history/`, staff)
    assert.deepEqual(
      found.map(({ source, origin }) => [source, origin]),
      [
        ['server', 'tests'],
        ['server', null],
      ]
    )
  })

  test('the innermost source applies until its transaction ends', async ({ assert }) => {
    const change = (name: string) =>
      database.transaction((trx) =>
        trx.from('dockets').where('id', docket.id).update({ case_name: name })
      )
    await withSource({ source: 'fetch', accountId: 1 }, async () => {
      await change('Second')
      await withSource({ source: 'notice' }, () => change('Third'))
    })
    await change('Fourth')
    assert.deepEqual(await sources(`/dockets/${docket.id}/history/`), [
      ['server', null],
      ['notice', null],
      ['fetch', 1],
    ])
  })

  test('a mirror', async ({ assert, cleanup }) => {
    const mirror = await useMirror()
    cleanup(() => endMirror(mirror))
    let clock = Date.parse('2026-05-01T12:00:00Z')
    mirror.service.now = () => new Date(clock)
    fillService(mirror.service)
    await prepareIn(mirror.scratch.client, 30)
    await mirror.run()
    clock += 3_600_000
    mirror.service.put('dockets', { id: 3, case_name: 'Changed' })
    await mirror.run()
    const found = (await storedRows(mirror.scratch.lucid, 'dockets')).filter(
      ({ key, old }) => key === '3' && 'case_name' in old
    )
    assert.deepEqual(
      found.map(({ kind, source, old }) => [kind, source, old.case_name]),
      [['updated', 'mirror', 'Ash v. 3']]
    )
  }).timeout(60_000)
})
