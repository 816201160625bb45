/** Tag forms of the browsable API. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const LIST = '/api/rest/v4/tags/?format=api'
const FORM = '/api-forms/tags/'

/** The ID in the API response shown on the page. */
const idIn = (html: string) => /"id"<\/span>: <span[^>]*>(\d+)</.exec(html)![1]!

test.group('forms of the browsable API', () => {
  test('creates, changes, and deletes a tag, and shows each API response', async ({
    assert,
    client,
  }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    const list = await visitor.get(LIST)
    for (const part of [
      'name="name" type="text"',
      'Unique lowercase name without spaces. At most 50 characters.',
      '<textarea id="field-description"',
      '<option value="false" selected>no</option>',
    ])
      assert.include(list.text, part)
    // The filter and the form have separate inputs.
    assert.lengthOf([...list.text.matchAll(/id="field-name"/g)], 1)

    const values = { name: 'spoiled-food', title: 'Spoiled food', published: 'false' }
    const created = await visitor.submit(FORM, values, { from: LIST })
    assert.equal(created.status, 201)
    assert.include(created.text, 'User Tag created.')
    assert.include(created.text, '<span class="method">POST</span>')
    const id = idIn(created.text)

    const page = `/api/rest/v4/tags/${id}/?format=api`
    const record = await visitor.get(page)
    assert.include(record.text, 'value="Spoiled food"')
    const changes = { ...values, title: '', description: 'Two\nlines' }
    const changed = await visitor.submit(`${FORM}${id}/`, changes, { from: page })
    assert.equal(changed.status, 200)
    const { title, description, name } = (
      await client.get(`/api/rest/v4/tags/${id}/`).header('authorization', account.authorization)
    ).body()
    assert.deepEqual([title, description, name], ['', 'Two\nlines', 'spoiled-food'])

    const deleted = await visitor.submit(`${FORM}${id}/`, { _method: 'DELETE' }, { from: page })
    assert.equal(deleted.status, 200)
    assert.include(deleted.text, '<span class="status status-2">204</span>')
    assert.equal((await visitor.get(page)).status, 404)
  })

  test('links errors to their fields and keeps the typed values', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const values = { name: 'Not A Slug', title: 'Kept <b>', published: 'true' }
    const { status, text } = await visitor.submit(FORM, values, { from: LIST })
    assert.equal(status, 400)
    assert.match(text, /<a href="#field-name">\s*Name:\s*Enter a valid/)
    assert.match(text, /<input id="field-name"[^>]*aria-invalid="true"/)
    assert.include(text, 'value="Kept &lt;b&gt;"')
    assert.include(text, '<option value="true" selected>yes</option>')
    assert.include(text, 'Fix the problem below.')
    // Shown once.
    assert.equal(text.split('role="alert"').length, 2)
    const [, token] = /name='_csrf' value='([^']+)'/.exec(text)!
    const mended = await visitor.post(FORM, { ...values, name: 'a-slug', _csrf: token! })
    assert.equal(mended.status, 201)
  })

  test('shows no form without a session or for tags of other accounts', async ({
    assert,
    client,
  }) => {
    const owner = await makeAccount()
    const made = await client
      .post('/api/rest/v4/tags/')
      .header('authorization', owner.authorization)
      .json({ name: 'open', published: true })
    const page = `/api/rest/v4/tags/${made.body().id}/?format=api`
    const other = await signedIn(await makeAccount())
    const shared = await other.get(page)
    assert.equal(shared.status, 200)
    assert.notInclude(shared.text, FORM)
    const path = `${FORM}${made.body().id}/`
    const refused = await other.submit(path, { title: 'Mine' }, { from: LIST })
    assert.equal(refused.status, 403)
    assert.notInclude((await (await signedIn(owner)).get(page)).text, 'value="Mine"')

    const byToken = await client
      .get(LIST)
      .header('authorization', owner.authorization)
      .header('accept', 'text/html')
    assert.notInclude(byToken.text(), FORM)
    const visitor = await signedIn(owner)
    assert.equal((await visitor.post(FORM, { name: 'forged' })).status, 403)
    visitor.cookies.clear()
    const answer = await visitor.post(FORM, { name: 'forged' })
    assert.include([302, 403], answer.status)
    assert.equal((await other.submit('/api-forms/courts/', {}, { from: LIST })).status, 404)
  })
})
