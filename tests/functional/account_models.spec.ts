/** Hooks of the account models: every change invalidates the cache. */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { AccountCache } from '#app/accounts/account_cache'
import Account from '#app/models/account'
import { onAccountChange, type ChangedAccount } from '#app/models/cached_row'
import ApiToken from '#app/models/api_token'
import Membership from '#app/models/membership'
import RateOverride from '#app/models/rate_override'
import Role from '#app/models/role'
import Switch from '#app/models/switch'
import { makeAccount } from '#tests/helpers/accounts'

const MODELS = { Account, ApiToken, Membership, RateOverride, Role, Switch }

const changed: ChangedAccount[] = []
onAccountChange((account) => changed.push(account))

async function changesOf(work: (trx: TransactionClientContract) => Promise<unknown>) {
  const database = await app.container.make('lucid.db')
  changed.length = 0
  await database.transaction(work)
  return [...new Set(changed)]
}

test.group('account models', () => {
  test('have an attribute for each column, except those of plugins', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    for (const [name, model] of Object.entries(MODELS)) {
      const rows = await database
        .from('information_schema.columns')
        .where({ table_name: model.table, table_schema: 'public', is_generated: 'NEVER' })
        .select('column_name')
      const columns = [...model.$columnsDefinitions.values()].map(({ columnName }) => columnName)
      const expected = rows.map((row) => row.column_name).filter((it) => it !== 'prayers_public')
      assert.sameMembers(columns, expected, name)
    }
  })

  test('invalidate the account of a saved or deleted row on commit', async ({ assert }) => {
    const { id } = await makeAccount({ overrides: { user: ['9/min'] } })
    const saved = await changesOf(async (trx) => {
      const account = await Account.lock(trx, id)
      await account.merge({ firstName: 'Ada' }).save()
      assert.deepEqual(changed, [])
    })
    assert.deepEqual(saved, [id])
    const deleted = await changesOf(async (trx) => {
      const [rate] = await RateOverride.query({ client: trx }).where('account_id', id)
      await rate!.delete()
    })
    assert.deepEqual(deleted, [id])
    const accountCache = await app.container.make(AccountCache)
    assert.deepEqual((await accountCache.account(id))!.policy.facts.overrides, [])
  })

  test('invalidate all accounts when a role changes', async ({ assert }) => {
    const all = await changesOf(async (trx) => {
      const role = await Role.create(
        { name: 'Passing', rights: ['accounts.view'] },
        { client: trx }
      )
      await role.delete()
    })
    assert.deepEqual(all, ['*'])
  })

  test('invalidate nothing when a change is rolled back', async ({ assert }) => {
    const { id } = await makeAccount()
    const work = changesOf(async (trx) => {
      await (await Account.lock(trx, id)).merge({ firstName: 'Ada' }).save()
      throw new Error('no')
    })
    await assert.rejects(() => work, 'no')
    assert.deepEqual(changed, [])
  })

  test('record the time of a modification, but not of a sign-in', async ({ assert }) => {
    const { id } = await makeAccount()
    const { dateModified } = await Account.findOrFail(id)
    const seen = await changesOf(async (trx) => {
      await (await Account.lock(trx, id)).merge({ lastSignIn: new Date() }).save()
    })
    assert.deepEqual(seen, [])
    assert.deepEqual((await Account.findOrFail(id)).dateModified, dateModified)
    await changesOf(async (trx) => (await Account.lock(trx, id)).merge({ firstName: 'A' }).save())
    assert.isAbove(+(await Account.findOrFail(id)).dateModified, +dateModified)
  })

  test('reject a change outside a transaction', async ({ assert }) => {
    const { id } = await makeAccount()
    const account = await Account.findOrFail(id)
    await assert.rejects(() => account.merge({ firstName: 'Ada' }).save(), /in a transaction/)
    await assert.rejects(() => account.delete(), /in a transaction/)
  })

  test('reject statements that would bypass the hooks', async ({ assert }) => {
    for (const model of Object.values(MODELS)) {
      assert.throws(() => model.query().update({ id: 1 }), /don't run hooks/)
      assert.throws(() => model.query().delete(), /don't run hooks/)
    }
  })

  test('cap an account at twenty tokens in addition to its primary token', async ({ assert }) => {
    const { id } = await makeAccount()
    const database = await app.container.make('lucid.db')
    const issue = () =>
      database.transaction((trx) =>
        new IssueToken().handle(trx, id, { name: 'a', readOnly: true, expiresAt: null })
      )
    for (let n = 0; n < 20; n++) await issue()
    const refused = await Promise.allSettled([issue(), issue()])
    for (const { status } of refused) assert.equal(status, 'rejected')
    await assert.rejects(issue, /up to 20 additional tokens/)
  })

  test('store the last day of a membership as a date', async ({ assert }) => {
    const { id } = await makeAccount({
      membership: { level: 'tier_1', payment_status: 'succeeded', termination_date: '2031-03-01' },
    })
    assert.equal((await Membership.findOrFail(id)).terminationDate, '2031-03-01')
  })
})
