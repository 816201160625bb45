/** Access to the history of records of the archive, and of records of accounts. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import settings from '../../settings.js'
import { request, useHistory } from '../use_history.js'

type Caller = 'anonymous' | 'other' | 'owner' | 'staff'
const CALLERS: Caller[] = ['anonymous', 'other', 'owner', 'staff']

let database: Database

test.group('access to histories', (group) => {
  const accounts: Partial<Record<Caller, TestAccount>> = {}
  let docket: OwnDocket
  const tags = { private: 0, published: 0 }

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    accounts.other = await makeAccount()
    accounts.owner = await makeAccount()
    accounts.staff = await makeAccount({ rights: ['archive.edit'] })
    const end = await useHistory()
    docket = await makeDocket({ case_name: 'First' })
    await docket.change({ case_name: 'Second' })
    for (const name of ['private', 'published'] as const) {
      const [row] = await database
        .table('user_tags')
        .insert({
          user_id: accounts.owner.id,
          name,
          title: 'First',
          published: name === 'published',
        })
        .returning('id')
      tags[name] = Number(row.id)
      await database.from('user_tags').where('id', row.id).update({ title: 'Second' })
    }
    return async () => {
      await docket.remove()
      await end()
    }
  })
  group.each.setup(() => () => void (settings.isPublic = false))

  /** Statuses in the order of the callers. */
  const statuses = (path: string) =>
    Promise.all(CALLERS.map(async (caller) => (await request(path, accounts[caller])).status))

  for (const isPublic of [false, true]) {
    const shown = isPublic ? 200 : 403
    test(`records of the archive, ${isPublic ? 'for everyone' : 'for staff'}`, async ({
      assert,
    }) => {
      settings.isPublic = isPublic
      const first = isPublic ? 200 : 401
      assert.deepEqual(await statuses(`/dockets/${docket.id}/history/`), [first, shown, shown, 200])
      const missing = isPublic ? 404 : 401
      const rejected = isPublic ? 404 : 403
      assert.deepEqual(await statuses('/dockets/123456789/history/'), [
        missing,
        rejected,
        rejected,
        404,
      ])
    })

    test(`private records, for their owner; public histories: ${isPublic}`, async ({ assert }) => {
      settings.isPublic = isPublic
      assert.deepEqual(await statuses(`/tags/${tags.private}/history/`), [401, 404, 200, 404])
    })

    test(`shared records, for their owner; public histories: ${isPublic}`, async ({ assert }) => {
      settings.isPublic = isPublic
      assert.deepEqual(await statuses(`/tags/${tags.published}/history/`), [401, 403, 200, 403])
    })
  }

  test('records with secrets, and lookups, have no history', async ({ assert }) => {
    settings.isPublic = true
    for (const resource of ['webhooks', 'archive-query'])
      for (const status of await statuses(`/${resource}/1/history/`)) assert.equal(status, 404)
    const { rows } = await database.rawQuery(
      `SELECT table_name FROM record_version_tables WHERE table_name LIKE 'webhook%'`
    )
    assert.deepEqual(rows, [])
  })

  test('names of accounts are for staff', async ({ assert }) => {
    settings.isPublic = true
    await database.rawQuery('UPDATE record_versions SET account_id = ? WHERE table_name = ?', [
      accounts.owner!.id,
      'dockets',
    ])
    const path = `/dockets/${docket.id}/history/`
    const ids = await Promise.all(
      CALLERS.map(async (caller) => (await request(path, accounts[caller])).body.results[0].account)
    )
    const { id } = accounts.owner!
    assert.deepEqual(ids, [null, null, id, id])
  })

  test('the staff page is for staff, and has no records of accounts', async ({ assert }) => {
    const page = `/admin/records/dockets/${docket.id}/history/`
    assert.equal((await (await signedIn(accounts.owner!)).get(page)).status, 403)
    const visitor = await signedIn(accounts.staff!)
    const { status, text } = await visitor.get(page)
    assert.equal(status, 200)
    assert.include(text, '<ins>Second</ins>')
    for (const other of [`tags/${tags.published}`, 'dockets/123456789', 'dockets/x', 'nothing/1'])
      assert.equal((await visitor.get(`/admin/records/${other}/history/`)).status, 404, other)
  })

  test('the staff page lists older versions on further pages', async ({ assert }) => {
    const other = await makeDocket({ case_name: 'Name 0' })
    for (let n = 1; n <= 22; n++) await other.change({ case_name: `Name ${n}` })
    const visitor = await signedIn(accounts.staff!)
    const page = `/admin/records/dockets/${other.id}/history/`
    const first = await visitor.get(page)
    const next = /href="([^"]+)" rel="next"/.exec(first.text)![1]!
    assert.include(first.text, '<ins>Name 22</ins>')
    assert.notInclude(first.text, '<ins>Name 2</ins>')
    const second = await visitor.get(next)
    assert.include(second.text, '<ins>Name 2</ins>')
    assert.include(second.text, '<del>Name 0</del>')
    assert.notInclude(second.text, 'rel="next"')
    await other.remove()
    const deleted = await visitor.get(page)
    assert.include(deleted.text, 'This record was deleted.')
  })
})
