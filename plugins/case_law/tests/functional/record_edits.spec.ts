/** Staff edit records: generated forms, concurrent edits, and the effects of an edit. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { formValues } from '#tests/helpers/form_values'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { RecordEdits } from '#app/console/admin/records/record_edits'

const COURT = 'ala'
const CLUSTER = '1026'

test.group('record edits by staff', (group) => {
  let visitor: Visitor
  let boss: TestAccount
  const made: string[] = []

  group.setup(async () => {
    boss = await makeAccount({ rights: ['archive.edit', 'audit.view'] })
    visitor = await signedIn(boss)
    return async () => {
      const database = await app.container.make('lucid.db')
      await database.from('courts').whereIn('id', made).delete()
    }
  })

  /** Values of a record's form as a browser would send them. */
  async function formOf(path: string): Promise<Record<string, string>> {
    const { text, status } = await visitor.get(path)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    return formValues(text)
  }

  async function rowOf(table: string, id: string): Promise<Record<string, any>> {
    const database = await app.container.make('lucid.db')
    return database.from(table).where('id', id).firstOrFail()
  }

  /** A new court, because other tests read those of the sample archive. */
  async function makeCourt(): Promise<string> {
    const database = await app.container.make('lucid.db')
    const id = `edit${Math.random().toString(36).slice(2, 9)}`
    const court = await rowOf('courts', COURT)
    await database.table('courts').insert({ ...court, id, short_name: 'Before', url: '' })
    made.push(id)
    return id
  }

  test('submitting an unchanged form changes nothing for any record', async ({ assert }) => {
    const edits = await app.container.make(RecordEdits)
    const database = await app.container.make('lucid.db')
    const { length } = await database.from('audit_entries').where('action', 'record.edit')
    for (const { resource, fields } of edits.all()) {
      assert.isNotEmpty(fields)
      const rows = await database.from(resource.table).select('id').orderBy('id').limit(8)
      for (const { id } of rows) {
        const path = `/admin/records/${resource.path}/${id}/`
        const values = await formOf(path)
        assert.includeMembers(
          Object.keys(values),
          fields.map(({ name }) => name),
          path
        )
        assert.equal((await visitor.submit(path, values)).location, path)
        assert.include((await visitor.get(path)).text, 'No changes.', path)
      }
    }
    const after = await database.from('audit_entries').where('action', 'record.edit')
    assert.lengthOf(after, length)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('the page of a decision links to the forms of its opinions, which link back', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const opinions = await database.from('opinions').where('cluster_id', CLUSTER).orderBy('id')
    assert.isNotEmpty(opinions)
    const page = `/opinion/${CLUSTER}/x/`
    const { text } = await visitor.get((await visitor.get(page)).location ?? page)
    const links = [...text.matchAll(/href="(\/admin\/records\/opinions\/[^"]+)">([^<]+)/g)]
    assert.deepEqual(
      links.map(([, path]) => path),
      opinions.map(({ id }) => `/admin/records/opinions/${id}/`)
    )
    for (const [, path, label] of links) {
      assert.match(label!, /^Edit the [a-z ]+/)
      const form = await visitor.get(path!)
      assert.match(form.text, new RegExp(`href="/opinion/${CLUSTER}/[^"]+">View the page`))
    }
    const reader = await signedIn(await makeAccount())
    assert.notInclude(
      (await reader.get((await reader.get(page)).location ?? page)).text,
      'Edit the '
    )
  })

  test('saves an edit, and adds it to the change log and, with a diff, to the audit log', async ({
    assert,
    client,
  }) => {
    const database = await app.container.make('lucid.db')
    const id = await makeCourt()
    const path = `/admin/records/courts/${id}/`
    const { length } = await database.from('content_changes').where('table_name', 'courts')
    const values = await formOf(path)
    const saved = await visitor.submit(path, {
      ...values,
      short_name: 'After',
      start_date: '1901-02-03',
      in_use: 'false',
    })
    assert.equal(saved.location, path)
    const shown = (await client.get(`/api/rest/v4/courts/${id}/`)).body()
    assert.equal(shown.short_name, 'After')
    assert.equal(shown.start_date, '1901-02-03')
    assert.isFalse(shown.in_use)
    const changes = await database.from('content_changes').where('table_name', 'courts')
    assert.lengthOf(changes, length + 1)
    const log = (await visitor.get(`/admin/audit/?action=record.edit&actor=${boss.username}`)).text
    const said = log.replaceAll(/<(?!del|ins)[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    assert.include(said, `${boss.username} edited courts ${id} `)
    assert.include(said, 'Short name <del>Before → <ins>After')
  })

  test('finds a record by its ID, and keeps the form for {$self}')
    .with(['99999999', 'abc', "'", 'a/b', '%00'])
    .run(async ({ assert }, id) => {
      const court = await makeCourt()
      const found = await visitor.get(`/admin/records/?resource=courts&id=${court}`)
      assert.equal(found.location, `/admin/records/courts/${court}/`)
      for (const resource of ['courts', 'clusters']) {
        const query = new URLSearchParams({ resource, id })
        const { status, text } = await visitor.get(`/admin/records/?${query}`)
        assert.equal(status, 200)
        assert.match(text, /<a href="#field-id">\s*ID:\s*No record has this ID\./)
        assert.match(text, new RegExp(`<option value="${resource}" selected>`))
      }
    })

  test('shows all problems with links and saves nothing', async ({ assert }) => {
    const id = await makeCourt()
    const path = `/admin/records/courts/${id}/`
    const refused = await visitor.submit(path, {
      ...(await formOf(path)),
      short_name: '',
      full_name: 'x'.repeat(201),
      start_date: 'yesterday',
      position: 'first',
      jurisdiction: 'nowhere',
      parent_court: 'no_such_court',
      url: 'javascript:alert(1)',
    })
    assert.equal(refused.status, 422)
    for (const name of [
      'short_name',
      'full_name',
      'start_date',
      'position',
      'jurisdiction',
      'parent_court',
      'url',
    ])
      assert.include(refused.text, `href="#field-${name}"`, name)
    assert.include(refused.text, 'Fix 7 problems below.')
    assert.include(refused.text, 'value="yesterday"')
    assert.equal((await rowOf('courts', id)).short_name, 'Before')
  })

  test('shows a conflict to the second editor, who can overwrite', async ({ assert }) => {
    const id = await makeCourt()
    const path = `/admin/records/courts/${id}/`
    const first = await formOf(path)
    const second = await formOf(path)
    await visitor.submit(path, { ...first, short_name: 'First' })
    const conflict = await visitor.submit(path, { ...second, short_name: 'Second' })
    assert.equal(conflict.status, 409)
    assert.include(conflict.text, 'Someone else changed this record')
    assert.include(conflict.text, 'Now: First')
    assert.equal((await rowOf('courts', id)).short_name, 'First')
    // A form with problems keeps its version, so the conflict is still detected later.
    const wrong = await visitor.submit(path, { ...second, short_name: '' })
    assert.equal(wrong.status, 409)
    const version = /name="_version" value="([^"]+)"/.exec(conflict.text)![1]!
    const forced = { ...second, short_name: 'Second', _version: version }
    assert.equal((await visitor.submit(path, forced)).status, 302)
    assert.equal((await rowOf('courts', id)).short_name, 'Second')
  })

  test('accepts only declared fields, and requires the permission', async ({ assert }) => {
    const id = await makeCourt()
    const path = `/admin/records/courts/${id}/`
    const values = await formOf(path)
    await visitor.submit(path, { ...values, id: 'stolen', fjc_court_id: 'zz', short_name: 'Ok' })
    const row = await rowOf('courts', id)
    assert.equal(row.short_name, 'Ok')
    assert.notEqual(row.fjc_court_id, 'zz')
    for (const unknown of [
      '/admin/records/tags/1/',
      '/admin/records/courts/nope/',
      `/admin/records/clusters/x/`,
    ])
      assert.equal((await visitor.get(unknown)).status, 404, unknown)
    const other = await signedIn(await makeAccount({ rights: ['dashboard.view'] }))
    assert.equal((await other.get(path)).status, 403)
    const sent = await other.submit(path, values, { from: '/profile/settings/' })
    assert.equal(sent.status, 403)
    const cluster = await visitor.get(`/admin/records/clusters/${CLUSTER}/`)
    assert.include(cluster.text, `<h1>Opinion cluster ${CLUSTER}</h1>`)
    const found = await visitor.get(`/admin/records/?resource=clusters&id=+${CLUSTER}`)
    assert.equal(found.location, `/admin/records/clusters/${CLUSTER}/`)
  })

  test('links to the form from the record page for accounts with the permission', async ({
    assert,
    client,
  }) => {
    const page = `/court/${await makeCourt()}/-/`
    const { location } = await visitor.get(page)
    const path = location ?? page
    const form = `/admin/records/courts/${path.split('/')[2]}/`
    assert.include((await visitor.get(path)).text, `href="${form}"`)
    const reader = await signedIn(await makeAccount())
    assert.notInclude((await reader.get(path)).text, '/admin/records/')
    assert.notInclude((await client.get(path)).text(), '/admin/records/')
  })

  test('adds an edit of a decision to the change log for search and alerts', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const changes = () => database.from('content_changes').where('table_name', 'opinion_clusters')
    const { case_name: before } = await rowOf('opinion_clusters', CLUSTER)
    const path = `/admin/records/clusters/${CLUSTER}/`
    const rename = async (name: string) =>
      visitor.submit(path, { ...(await formOf(path)), case_name: name })
    const { length } = await changes()
    await rename('Quillfeather v. Marrowby')
    const after = await changes()
    await rename(before)
    assert.lengthOf(after, length + 1)
  })

  test('ignores CRLF line endings, and accepts long texts', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const opinion = await database.from('opinions').where('cluster_id', CLUSTER).firstOrFail()
    const text = `\n${'A line that is long enough. '.repeat(10)}\nAnother.`
    await database.from('opinions').where('id', opinion.id).update({ html: text })
    const path = `/admin/records/opinions/${opinion.id}/`
    const values = await formOf(path)
    const sent = { ...values, html: values.html!.trim().replaceAll('\n', '\r\n') }
    await visitor.submit(path, { ...sent, html: `\r\n${sent.html}` })
    assert.equal((await rowOf('opinions', opinion.id)).html, text)
    await visitor.submit(path, { ...sent, html: `${sent.html} More.` })
    assert.match((await rowOf('opinions', opinion.id)).html, /Another\. More\.$/)
    await database.from('opinions').where('id', opinion.id).update({ html: opinion.html })
  })

  test('reports a text that is too long for a form and keeps it unchanged', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const opinion = await database.from('opinions').where('cluster_id', CLUSTER).firstOrFail()
    const html = 'x'.repeat(200_001)
    await database.from('opinions').where('id', opinion.id).update({ html })
    const path = `/admin/records/opinions/${opinion.id}/`
    const { text } = await visitor.get(path)
    assert.include(
      text,
      'is too long to edit here: it has 200,001 characters, and the limit is 200,000.'
    )
    const { html: shown, ...values } = await formOf(path)
    assert.isUndefined(shown)
    const before = opinion.author_str as string
    await visitor.submit(path, { ...values, author_str: 'Another' })
    const row = await rowOf('opinions', opinion.id)
    assert.deepEqual([row.author_str, row.html], ['Another', html])
    await database
      .from('opinions')
      .where('id', opinion.id)
      .update({ html: opinion.html, author_str: before })
  })
})
