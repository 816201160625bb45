import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'
import { QueryLog } from '../../query_log.js'

test('the data export contains the logged searches in order', async ({ assert }) => {
  const [account, other] = await Promise.all([makeAccount(), makeAccount()])
  const log = new QueryLog(await app.container.make('lucid.db'))
  const search = {
    source: 'api',
    mode: 'words',
    engine: 'x',
    milliseconds: 1,
    failed: false,
  } as const
  for (const [{ id: accountId }, count] of [
    [account, 501],
    [other, 1],
  ] as const)
    for (let number = 0; number < count; number++)
      log.note({ ...search, accountId, parameters: `q=${number}&by=${accountId}` })
  await log.close()
  const { searches } = await downloadAccountData<{
    searches: { query: string; date_created: string }[]
  }>(await signedIn(account), account)
  assert.deepEqual(
    searches.map(({ query }) => query),
    Array.from({ length: 501 }, (_, number) => `q=${number}&by=${account.id}`)
  )
  assert.match(searches[0]!.date_created, /^20\d\d-/)
})
