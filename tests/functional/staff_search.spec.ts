/**
 * The staff search: groups by permission, with a bounded number of rows each.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ConsoleRegistry } from '#app/console/console_registry'
import AuditEntry from '#app/models/audit_entry'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, type Visitor } from '#tests/helpers/visitor'

const find = (visitor: Visitor, q: string) =>
  visitor.get(`/admin/search/?${new URLSearchParams({ q })}`)

/** Headings of the groups with results. */
const groupsOf = (text: string) =>
  [...text.matchAll(/<h2 id="found-\d+">([^<]+)</g)].map(([, title]) => title!)

test.group('staff search', (group) => {
  let visitor: Visitor

  group.setup(async () => {
    visitor = await signedIn(await makeAccount({ rights: ['*'] }))
    await searchReady()
  })

  test('finds accounts, emails, audit entries, and jobs', async ({ assert }) => {
    const account = await makeAccount()
    const database = await app.container.make('lucid.db')
    const recipient = `${randomUUID()}@example.org`
    await database.table('mails').insert({ recipient, subject: 'Hi', message: {} })
    await database.transaction((trx) =>
      AuditEntry.record(
        trx,
        { id: account.id, name: account.username },
        { action: 'record.edit', subject: `clusters ${account.id}` }
      )
    )
    const jobs = await app.container.make(Jobs)
    const job = (await jobs.send(null, 'curia.send_mail', { mail: '0' }))!

    const named = await find(visitor, account.username)
    assert.includeMembers(groupsOf(named.text), ['Accounts', 'Audit log'])
    assert.include(named.text, `/admin/accounts/${account.id}/`)
    assert.include(groupsOf((await find(visitor, String(account.id))).text), 'Accounts')
    assert.deepEqual(groupsOf((await find(visitor, recipient)).text), ['Emails'])
    assert.include((await find(visitor, `Clusters ${account.id}`)).text, `clusters ${account.id}`)
    const found = await find(visitor, job)
    assert.deepEqual(groupsOf(found.text), ['Jobs'])
    assert.include(found.text, 'curia.send_mail')
    await jobs.runWaiting('curia.send_mail')
  })

  test('shows five rows per group and links to all of them', async ({ assert }) => {
    const prefix = `many${randomUUID().slice(0, 8)}`
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `INSERT INTO accounts (username) SELECT ?::text || '-' || n FROM generate_series(0, 6) AS n`,
      [prefix]
    )
    const { text } = await find(visitor, prefix)
    const path = `/admin/accounts/?q=${prefix}`
    assert.include(text, `href="${path}"`)
    assert.lengthOf(text.match(new RegExp(`>${prefix}-\\d<`, 'g'))!, 5)
    const list = (await visitor.get(path)).text
    assert.lengthOf(list.match(new RegExp(`>${prefix}-\\d<`, 'g'))!, 7)
  })

  test('shows only the groups for which the account has the permission', async ({ assert }) => {
    const { lists, searchGroups } = await app.container.make(ConsoleRegistry)
    const searched = [...searchGroups, ...lists.filter(({ searchedBy }) => searchedBy)]
    const account = await makeAccount()
    for (const { title, right } of searched) {
      const other = await signedIn(await makeAccount({ rights: ['dashboard.view', right] }))
      const { status, text } = await find(other, account.username)
      assert.equal(status, 200)
      const shown = /<p class="quiet">Searches ([^.]+)\./.exec(text)![1]!.split(', ')
      const allowed = searched.filter((one) => one.right === right)
      assert.deepEqual(
        shown,
        allowed.map((one) => one.title.toLowerCase()),
        title
      )
      for (const found of groupsOf(text))
        assert.include(
          allowed.map((one) => one.title),
          found
        )
      assert.equal(text.includes(`/admin/accounts/${account.id}/`), right === 'accounts.view')
    }
    const viewer = await signedIn(await makeAccount({ rights: ['dashboard.view'] }))
    assert.deepEqual(groupsOf((await find(viewer, account.username)).text), [])
  })

  test('accepts any text', async ({ assert }) => {
    for (const q of [
      '',
      ' ',
      '\0',
      "'; DROP TABLE accounts; --",
      '"(',
      '%',
      '9'.repeat(300),
      '\ud800',
    ]) {
      const { status } = await find(visitor, q)
      assert.equal(status, 200, q)
    }
    assert.equal((await visitor.get('/admin/search/?q=a&q=b')).status, 200)
    assert.include((await find(visitor, randomUUID())).text, 'No matches.')
  })

  test('is in the menu of staff pages', async ({ assert }) => {
    const { text } = await visitor.get('/admin/')
    assert.match(
      text,
      /<form class="bar-search side-search" method="get" action="\/admin\/search\/"/
    )
    const viewer = await signedIn(await makeAccount({ rights: ['mails.view'] }))
    assert.notInclude((await viewer.get('/admin/mails/')).text, '/admin/search/')
  })
})
