/** Problems of imports on the staff dashboard. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

test('lists unfinished imports and imports that rejected rows', async ({ assert, cleanup }) => {
  const database = await app.container.make('lucid.db')
  const staff = await signedIn(await makeAccount({ rights: ['*'] }))
  const dashboard = async () =>
    (await staff.get('/admin/')).text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const UNFINISHED = '1 import has been unfinished for more than a day'
  const REJECTED = '1 import of the last 7 days rejected rows'
  const before = await dashboard()
  assert.notInclude(before, UNFINISHED)
  assert.notInclude(before, REJECTED)

  const file = { stem: 'x', file_name: 'x.csv', file_size: 1, file_modified: new Date() }
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const imports = [
    { ...file, status: 'staging', started_at: days(2), rows_refused: 0 },
    { ...file, status: 'staging', started_at: days(0.5), rows_refused: 0 },
    { ...file, status: 'done', started_at: days(6), rows_refused: 3 },
    { ...file, status: 'done', started_at: days(8), rows_refused: 3 },
  ]
  cleanup(async () => {
    await database.from('bulk_imports').where('stem', 'x').delete()
  })
  await database.table('bulk_imports').multiInsert(imports)
  const after = await dashboard()
  assert.include(after, UNFINISHED)
  assert.include(after, REJECTED)
})
