/**
 * The export of all data of an account.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeDemoRecords } from '#app/boot/make_demo_records'
import { ResourceRegistry } from '#api/registry'
import { ACCOUNT_PARTS } from '#app/console/take_out'
import { ConsoleRegistry } from '#app/console/console_registry'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { downloadAccountData, TAKE_OUT as PAGE } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'

/** Account tables that are not in the file, with the reason. */
const LEFT_OUT = {
  account_links: 'secrets of links in emails, which expire',
  audit_entries: 'the audit log of staff',
  fetch_lanes: 'the account whose request is running',
  idempotency_keys: 'responses to writes in the last day',
  search_alert_mailings: 'emails about to be sent',
  second_factors: 'secrets',
}

const TAGS = '/api/rest/v4/tags/'

type File = Record<string, Record<string, unknown>[]> & { account: Record<string, unknown> }

test.group('the data of an account', (group) => {
  group.setup(searchReady)

  test('contains the records of the account for each resource, and none of other accounts', async ({
    client,
    assert,
  }) => {
    const [account, other] = await Promise.all([makeAccount(), makeAccount()])
    for (const { id } of [account, other]) await makeDemoRecords(app, id)
    await client
      .post(TAGS)
      .header('authorization', other.authorization)
      .json({ name: 'shown-to-all', published: true })
    // More than one batch.
    for (let count = 0; count < 102; count++)
      await client
        .post(TAGS)
        .header('authorization', account.authorization)
        .json({ name: `tag-${count}` })
    const visitor = await signedIn(account)
    const { text, headers, status } = await visitor.submit(PAGE, { password: account.password })
    assert.equal(status, 200)
    assert.match(headers.get('content-disposition')!, /^attachment; filename="curia-.*\.json"$/)
    assert.equal(headers.get('cache-control'), 'no-store')
    const file = JSON.parse(text) as File
    assert.include(file.account, { id: account.id, username: account.username })
    const registry = await app.container.make(ResourceRegistry)
    for (const { path, ownership, versions } of registry.all())
      if (ownership && versions.includes('v4')) assert.isArray(file[path], path)
    const names = file.tags!.map(({ name }) => name)
    assert.includeMembers(names, ['to-read', 'tag-0', 'tag-101'])
    assert.notInclude(names, 'shown-to-all')
    const owned = registry.all().filter(({ ownership }) => ownership?.column)
    const rows = owned.flatMap(({ path }) => file[path]!)
    assert.isAbove(new Set(owned.filter(({ path }) => file[path]!.length)).size, 3)
    // Some lists also contain published records of others.
    for (const { user } of rows) if (user !== undefined) assert.equal(user, account.id)
    assert.notInclude(text, account.token)
    assert.notInclude(text, other.username)
  })

  test('contains its permissions, rate overrides, and hourly requests', async ({ assert }) => {
    const account = await makeAccount({ rights: ['dashboard.view'] })
    const database = await app.container.make('lucid.db')
    const accountId = { account_id: account.id }
    const rate = { scope: 'user', limit: 7, seconds: 60 }
    await database.table('rate_overrides').insert({ ...accountId, ...rate, notes: 'of staff' })
    const hours = ['2026-11-25T10:00:00Z', '2026-11-25T11:00:00Z']
    for (const [at, hour] of hours.entries())
      await database.table('account_hours').insert({ ...accountId, hour, count: at + 1 })
    const file = await downloadAccountData<File>(await signedIn(account), account)
    assert.deepEqual(file.rights, [{ right: 'dashboard.view' }])
    assert.lengthOf(file.rate_overrides!, 1)
    assert.include(file.rate_overrides![0], rate)
    assert.deepEqual(
      file.requests_by_hour!.map(({ hour, count }) => [new Date(hour as string).getTime(), count]),
      hours.map((hour, at) => [new Date(hour).getTime(), at + 1])
    )
    assert.notInclude(JSON.stringify(file), 'of staff')
  })

  test('every account table is in the file or listed as omitted', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: { table: string }[] }>(
      `SELECT DISTINCT conrelid::regclass::text AS table FROM pg_constraint
       WHERE confrelid = 'accounts'::regclass AND conrelid::regclass::text NOT LIKE 'fixture%'`
    )
    const registry = await app.container.make(ResourceRegistry)
    const { parts } = await app.container.make(ConsoleRegistry)
    const shown = new Set([
      ...['api_tokens', 'memberships'],
      ...registry.all().flatMap(({ ownership, table }) => (ownership ? [table] : [])),
      ...[...ACCOUNT_PARTS, ...parts].flatMap(({ tables }) => tables),
    ])
    const missing = rows.map(({ table }) => table).filter((table) => !shown.has(table))
    assert.deepEqual(missing.toSorted(), Object.keys(LEFT_OUT))
  })

  test('requires the password', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    assert.include((await visitor.get('/profile/settings/')).text, `<a href="${PAGE}">`)
    const refused = await visitor.submit(PAGE, { password: 'wrong' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Incorrect password.')
    assert.notInclude(refused.text, '"tokens"')
  })
})
