/**
 * The data of an account in one file.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeDemoRecords } from '#app/boot/make_demo_records'
import { ResourceRegistry } from '#api/registry'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const PAGE = '/profile/take-out/'
const TAGS = '/api/rest/v4/tags/'

type File = Record<string, Record<string, unknown>[]> & { account: Record<string, unknown> }

test.group('the data of an account', () => {
  test('has all that belongs to it, of each resource, and nothing of others', async ({
    client,
    assert,
  }) => {
    const [account, other] = await Promise.all([makeAccount(), makeAccount()])
    for (const { id } of [account, other]) await makeDemoRecords(app, id)
    await client
      .post(TAGS)
      .header('authorization', other.authorization)
      .json({ name: 'shown-to-all', published: true })
    // More than are read together.
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
    // Some lists also have what others published.
    for (const { user } of rows) if (user !== undefined) assert.equal(user, account.id)
    assert.notInclude(text, account.token)
    assert.notInclude(text, other.username)
  })

  test('is sent for the password only', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    assert.include((await visitor.get('/profile/settings/')).text, `<a href="${PAGE}">`)
    const refused = await visitor.submit(PAGE, { password: 'wrong' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'Incorrect password.')
    assert.notInclude(refused.text, '"tokens"')
  })
})
