import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'
import { ConsoleRegistry } from '#app/console/console_registry'
import { RequestStats } from '#api/request_stats'
import { ChangeLog } from '#app/events/change_log'
import { Jobs } from '#app/jobs/jobs'
import { SearchEngine } from '#app/search_engine/engine'
import { errors, latency, requests } from '#app/console/admin/charts/requests'
import { measureStorage, storage } from '#app/console/admin/charts/storage'
import { SPANS, buildTimeline } from '#app/console/admin/charts/over_time'

const COURTS = '/api/rest/v4/courts/'

test.group('staff pages', (group) => {
  let visitor: Visitor
  let boss: Awaited<ReturnType<typeof makeAccount>>

  group.setup(async () => {
    boss = await makeAccount({ rights: ['*'] })
    visitor = await signedIn(boss)
  })

  const act = (id: number, action: string, values: Record<string, string> = {}) =>
    visitor.submit(`/admin/accounts/${id}/${action}/`, values, { from: `/admin/accounts/${id}/` })

  test('an override is previewed, saved, and applies to the next request', async ({
    client,
    assert,
  }) => {
    const account = await makeAccount()
    const wanted = { scope: 'user', rates: '7/min, 70/hour', notes: 'for the report' }
    const preview = await act(account.id, 'overrides/preview', wanted)
    assert.equal(preview.status, 200)
    assert.match(preview.text, /<dt>Current<\/dt><dd>5\/min, 50\/hour, 125\/day<\/dd>/)
    assert.match(preview.text, /<dt>New<\/dt><dd><strong>7\/min, 70\/hour<\/strong>/)
    const policy = async () => {
      const response = await client.get(COURTS).header('authorization', account.authorization)
      return response.header('ratelimit-policy')
    }
    await withLimits(async () => {
      assert.include(await policy(), '"user-min";q=5')
      assert.equal((await act(account.id, 'overrides', wanted)).status, 302)
      assert.equal(await policy(), '"user-min";q=7;w=60, "user-hour";q=70;w=3600')
      assert.equal((await act(account.id, 'overrides', { scope: 'user', rates: '' })).status, 302)
      assert.include(await policy(), '"user-min";q=5')
    })
    const logOf = async (query: string) => (await visitor.get(`/admin/audit/?${query}`)).text
    const log = await logOf(`account=${account.username}&action=override.set`)
    assert.include(log, boss.username)
    assert.include(log, 'user 7/60 s (for the report)')
    assert.include(await logOf(`actor=${boss.username}`), 'user 7/60 s (for the report)')
    for (const other of [
      `account=${account.username}&action=role.set`,
      `actor=${account.username}`,
    ])
      assert.include(await logOf(other), 'No matching entries.')
  })

  test('invalid values are rejected with a message, and nothing changes', async ({ assert }) => {
    const account = await makeAccount()
    const refused: [action: string, values: Record<string, string>, sentence: RegExp][] = [
      ['overrides', { scope: 'user', rates: '7' }, /is not a valid rate/],
      ['overrides', { scope: 'user', rates: '7/min 8/m' }, /at most one rate for each/],
      ['overrides', { scope: 'tags', rates: '7/min' }, /be overridden/],
      ['overrides/preview', { scope: 'user', rates: '-1/min' }, /is not a valid rate/],
      ['membership', { level: 'tier_9', payment_status: 'succeeded' }, /selected/],
      [
        'membership',
        { level: 'tier_1', payment_status: 'succeeded', termination_date: '2027-02-30' },
        /isn&#x27;t a date/,
      ],
      ['membership', { level: 'edu', payment_status: 'succeeded' }, /ends in \.edu/],
      ['role', { role: 'Emperor' }, /Unknown role/],
      ['right', { right: 'everything', granted: 'true' }, /Unknown permission/],
      ['tokens/999999/revoke', {}, /token doesn&#x27;t exist/],
      ['active', { active: 'maybe' }, /open or closed/],
      ['active', {}, /open or closed/],
      ['right', { right: 'jobs.view', granted: 'maybe' }, /grant or revoke/],
    ]
    for (const [action, values, sentence] of refused) {
      const answer = await act(account.id, action, values)
      assert.equal(answer.status, 422, action)
      assert.match(answer.text, sentence)
    }
    const database = await app.container.make('lucid.db')
    assert.isEmpty(await database.from('audit_entries').where('account_id', account.id))
    assert.equal((await visitor.get('/admin/accounts/999999999999/')).status, 404)
    assert.equal((await visitor.get('/admin/accounts/x/')).status, 404)
    assert.equal((await act(boss.id, 'active', { active: 'false' })).status, 422)
  })

  test('closing an account disables tokens and ends sessions; reopening restores tokens only', async ({
    client,
    assert,
  }) => {
    const account = await makeAccount()
    const theirs = await signedIn(account)
    const status = async () =>
      (await client.get(COURTS).header('authorization', account.authorization)).status()
    assert.equal(await status(), 200)
    assert.equal((await act(account.id, 'active', { active: 'false' })).status, 302)
    assert.equal(await status(), 401)
    assert.equal((await theirs.get('/profile/')).status, 302)
    await act(account.id, 'active', { active: 'true' })
    assert.equal(await status(), 200)
  })

  test('changes of the membership, role, permissions, and token are in the audit log', async ({
    client,
    assert,
  }) => {
    const account = await makeAccount()
    await act(account.id, 'membership', { level: 'tier_3', payment_status: 'succeeded' })
    await act(account.id, 'role', { role: 'Viewer' })
    await act(account.id, 'right', { right: 'jobs.view', granted: 'true' })
    await act(account.id, 'right', { right: 'jobs.view' })
    await act(account.id, 'tokens/replace')
    const old = await client.get(COURTS).header('authorization', account.authorization)
    old.assertStatus(401)
    const page = await visitor.get(`/admin/accounts/${account.id}/`)
    assert.include(page.text, 'Tier 3, active')
    assert.include(page.text, 'Role: Viewer')
    const database = await app.container.make('lucid.db')
    const entries = await database
      .from('audit_entries')
      .where('account_id', account.id)
      .orderBy('id')
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['membership.set', 'role.set', 'right.grant', 'right.revoke', 'token.replace']
    )
    assert.deepEqual(entries[1].before, { role: null })
    assert.deepEqual(entries[1].after, { role: 'Viewer' })
    assert.notInclude(JSON.stringify(entries), account.token)
  })

  test('actions on an account that does not exist return 404', async ({ assert }) => {
    for (const [action, values] of [
      ['active', { active: 'false' }],
      ['confirm', {}],
      ['role', { role: 'Viewer' }],
      ['right', { right: 'jobs.view', granted: 'true' }],
      ['membership', { level: 'none', payment_status: 'succeeded' }],
      ['overrides/preview', { scope: 'user', rates: '7/min' }],
      ['overrides', { scope: 'user', rates: '7/min' }],
      ['tokens/replace', {}],
      ['tokens/1/revoke', {}],
    ] as const) {
      const path = `/admin/accounts/999999999/${action}/`
      const { status } = await visitor.submit(path, values, { from: '/profile/settings/' })
      assert.equal(status, 404, action)
    }
  })

  test('an action that changes nothing leaves no audit entry', async ({ assert }) => {
    const account = await makeAccount()
    await act(account.id, 'active', { active: 'true' })
    await act(account.id, 'role', { role: '' })
    await act(account.id, 'overrides', { scope: 'user', rates: '' })
    await act(account.id, 'right', { right: 'jobs.view', granted: 'false' })
    const database = await app.container.make('lucid.db')
    assert.isEmpty(await database.from('audit_entries').where('account_id', account.id))
  })

  test('the promotion accepts two values only, and its audit entry contains the previous one', async ({
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const set = (on: string) =>
      visitor.submit('/admin/promotion/', { on }, { from: '/admin/promotion/' })
    const entries = () =>
      database.from('audit_entries').where('action', 'promotion.set').orderBy('id')
    cleanup(() => set('false').then(() => {}))
    const { length } = await entries()
    await set('true')
    assert.equal((await set('maybe')).status, 422)
    await set('true')
    assert.include((await visitor.get('/admin/promotion/')).text, 'It is on.')
    const made = (await entries()).slice(length)
    assert.lengthOf(made, 1)
    assert.deepEqual([made[0].before, made[0].after], [{ on: false }, { on: true }])
  })

  test('the promotion page turns it on and off', async ({ assert, cleanup }) => {
    const set = (on: string) =>
      visitor.submit('/admin/promotion/', { on }, { from: '/admin/promotion/' })
    cleanup(() => set('false').then(() => {}))
    await set('true')
    assert.include((await visitor.get('/admin/promotion/')).text, 'It is on.')
    await set('false')
    assert.include((await visitor.get('/admin/promotion/')).text, 'It is off.')
  })

  test('paging through a list returns each row once, in both directions and every order', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `INSERT INTO accounts (username, last_name, last_sign_in)
       SELECT 'paged-' || n, 'Paged', CASE WHEN n % 3 = 0 THEN now() - n % 7 * interval '1 day' END
       FROM generate_series(1, 130) AS n ON CONFLICT DO NOTHING`
    )
    for (const sort of ['created', '-created', 'name', '-name', 'signed_in', '-signed_in']) {
      const seen: string[] = []
      let path: string | undefined = `/admin/accounts/?q=paged-&sort=${sort}`
      let last = ''
      while (path) {
        const { text } = await visitor.get(path)
        seen.push(...[...text.matchAll(/>(paged-\d+)</g)].map(([, name]) => name!))
        last = path
        path = linkOf(text, 'next')
      }
      assert.lengthOf(seen, 130, sort)
      assert.lengthOf(new Set(seen), 130, sort)
      const back: string[] = []
      path = last
      while (path) {
        const { text } = await visitor.get(path)
        back.unshift(...[...text.matchAll(/>(paged-\d+)</g)].map(([, name]) => name!))
        path = linkOf(text, 'prev')
      }
      assert.deepEqual(back, seen, sort)
    }
  })

  test('finds words in names and email addresses, and short prefixes of usernames', async ({
    assert,
  }) => {
    const found = async (word: string, account: { username: string }) =>
      (await visitor.get(`/admin/accounts/?q=${encodeURIComponent(word)}`)).text.includes(
        account.username
      )
    const account = await makeAccount({ email: `${randomUUID()}@Straße.example` })
    const database = await app.container.make('lucid.db')
    const rename = (username: string) =>
      database.from('accounts').where('id', account.id).update({ username })
    const username = `Zß${account.username}`
    await rename(username)
    for (const word of [username.slice(8), 'STRAßE.EXAMPLE', 'zß', 'Z', 'ß.ex'])
      assert.equal(await found(word, { username }), word !== 'ß.ex', word)
    for (const word of ['ß', '%', '_ß', 'ß%', '%user%'])
      assert.isFalse(await found(word, { username }), word)
  })

  test('the audit log shows the actor, action, account, and diff', async ({ assert }) => {
    const account = await makeAccount()
    await act(account.id, 'role', { role: 'Viewer' })
    await act(account.id, 'right', { right: 'jobs.view', granted: 'true' })
    const { text } = await visitor.get(`/admin/audit/?account=${account.username}`)
    const said = text.replaceAll(/<(?!del|ins)[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    assert.include(
      said,
      `${boss.username} changed the role of ${account.username} Role <ins>Viewer`
    )
    assert.include(said, `granted the permission jobs.view to ${account.username} Rights`)
    assert.include(said, '<ins>jobs.view')
    assert.match(text, /<time class="moment" datetime="[^"]+Z" title="[^"]+ UTC"[^>]*>just now</)
    const page = await visitor.get(`/admin/accounts/${account.id}/`)
    assert.include(page.text, 'changed the role of')
  })

  test('every list has a CSV file with the rows and order of its page', async ({ assert }) => {
    const { lists } = await app.container.make(ConsoleRegistry)
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `INSERT INTO accounts (username, last_name)
       SELECT 'csv-' || lpad(n::text, 4, '0'), 'Csv' FROM generate_series(1, 1010) AS n ON CONFLICT DO NOTHING`
    )
    for (const { path, columns } of lists) {
      const { status, text, headers } = await visitor.get(`${path}?format=csv`)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type')!, /^text\/csv/)
      assert.equal(text.slice(0, text.indexOf('\r\n')), columns.map(({ label }) => label).join(','))
      const page = await visitor.get(path)
      if (page.text.includes('<table')) assert.include(page.text, `${path}?format=csv`)
    }
    const { text } = await visitor.get('/admin/accounts/?q=csv-&sort=-name&format=csv')
    const names = [...text.matchAll(/^csv-\d{4}/gm)].map(([name]) => name)
    assert.lengthOf(names, 1010)
    assert.deepEqual(names, names.toSorted().reverse())
  })

  test('a CSV file contains no formulas and requires the permission of its list', async ({
    assert,
  }) => {
    const account = await makeAccount()
    await act(account.id, 'overrides', { scope: 'user', rates: '7/min', notes: '=1+1' })
    const { text } = await visitor.get('/admin/overrides/?format=csv')
    assert.include(text, `${account.username},user,7/min,'=1+1,`)
    const other = await signedIn(await makeAccount({ rights: ['dashboard.view'] }))
    assert.equal((await other.get('/admin/overrides/?format=csv')).status, 403)
  })

  test('no query string breaks a list', async ({ assert }) => {
    const { lists } = await app.container.make(ConsoleRegistry)
    for (const { path: list } of lists) {
      const page = await visitor.get(list)
      assert.equal(page.status, 200)
      const names = [...page.text.matchAll(/id="filter-(\w+)"/g)].map(([, name]) => name!)
      for (const value of ["'", '%', '\\', '\0', '💥', 'x'.repeat(5000), '"><script>']) {
        for (const name of [...names, 'sort', 'at']) {
          const query = new URLSearchParams({ [name]: value })
          const { status, text } = await visitor.get(`${list}?${query}`)
          assert.include([200, 302], status, `${list} ${name}=${value.slice(0, 20)}`)
          assert.notInclude(text, '"><script>')
        }
      }
      for (const at of [[false, 'x', '1'], [false, '1', 'x'], [1, 2, 3], 'x']) {
        const position = Buffer.from(JSON.stringify(at)).toString('base64url')
        const { status } = await visitor.get(`${list}?at=${position}`)
        assert.include([200, 302], status, `${list} ${JSON.stringify(at)}`)
      }
    }
  }).skip(!EVERYTHING, LEFT_OUT)

  test('the dashboard shows the requested time span', async ({ client, assert }) => {
    const account = await makeAccount()
    for (let n = 0; n < 3; n++)
      await client.get('/api/rest/v4/schools/').header('authorization', account.authorization)
    await (await app.container.make(RequestStats)).write()
    const database = await app.container.make('lucid.db')
    const [counted] = await database
      .from('account_hours')
      .where('account_id', account.id)
      .sum('count', 'sum')
    assert.equal(Number(counted.sum), 3)
    const { status, text } = await visitor.get('/admin/?span=hour')
    assert.equal(status, 200)
    assert.match(text, /<dt>Requests<\/dt><dd>[1-9]/)
    assert.equal((await visitor.get('/admin/?span=century')).status, 200)
  })

  test('the start page shows first what needs action, with links', async ({ assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    const [mail] = await database
      .table('mails')
      .insert({ recipient: 'x@example.org', subject: 's', failed_at: new Date() })
      .returning('id')
    const failed = await database
      .from('mails')
      .whereNull('sent_at')
      .where('failed_at', '>', new Date(Date.now() - 86_400_000))
    cleanup(() =>
      database
        .from('mails')
        .where('id', mail.id)
        .delete()
        .then(() => {})
    )
    const { text } = await visitor.get('/admin/')
    const needs = text.slice(text.indexOf('id="needs"'), text.indexOf('<h2>Activity'))
    const count = failed.length
    assert.include(
      needs.replaceAll(/\s+/g, ' '),
      `<a href="/admin/mails/?state=failed">${count} ${count === 1 ? 'email' : 'emails'} failed in the last 24 hours</a>`
    )
    const other = await signedIn(await makeAccount({ rights: ['dashboard.view'] }))
    const seen = (await other.get('/admin/')).text
    assert.include(seen, 'failed in the last 24 hours')
    assert.notInclude(seen, '/admin/mails/')
  })

  test('the start page charts requests, errors, latency, and storage over each time span', async ({
    client,
    assert,
  }) => {
    await client.get('/api/rest/v4/schools/999999999/')
    await (await app.container.make(RequestStats)).write()
    await measureStorage(app)
    for (const { read } of [requests, errors, latency]) {
      for (const span of SPANS) {
        const { bars, series } = await read(app, buildTimeline(span))
        assert.isAtLeast(bars.length, 12)
        assert.isTrue(bars.every(({ values }) => values.length === series.length))
        assert.isAbove(Math.max(...bars.flatMap(({ values }) => values)), 0, `${series} ${span}`)
      }
    }
    const { bars } = await storage.read(app, buildTimeline('hour'))
    assert.isAbove(bars.at(-1)!.values[0]!, 1)
    assert.equal((await storage.read(app, buildTimeline('hour'))).series.at(-1), 'Files')
    const { text } = await visitor.get('/admin/?span=fortnight')
    for (const title of ['Requests', 'Errors', 'Latency', 'Storage'])
      assert.match(text, new RegExp(`<h3>${title}</h3>\\s*<figure class="chart">`))
    assert.notInclude(text, "Couldn't load this data")
  })

  test('the health page shows queues, failures, and lags', async ({ assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    const log = await app.container.make(ChangeLog)
    await log.savePosition('gone.for_days', await log.now())
    await database.from('courts').where('id', 'scotus').update({ date_modified: new Date() })
    const [mail] = await database
      .table('mails')
      .insert({ recipient: 'x@example.org', subject: 's', date_created: '2001-01-01' })
      .returning('id')
    cleanup(async () => {
      await log.forget('gone.for_days')
      await database.from('mails').where('id', mail.id).delete()
    })
    await database.rawQuery(
      `INSERT INTO jobs.job_common (name, state, completed_on, data) VALUES
         ('curia.prune_jobs', 'completed', '2020-02-03 04:05:06Z', '{}'),
         ('curia.prune_jobs', 'completed', '2020-02-02 04:05:06Z', '{}'),
         ('curia.send_mail', 'completed', '2020-02-03 04:05:06Z', '{}')`
    )
    const { handler } = (await app.container.make(Jobs)).registry.get('curia.prune_jobs')
    await handler({}, { app, signal: new AbortController().signal, attempt: 1 })

    const { status, text } = await visitor.get('/admin/health/')
    assert.equal(status, 200)
    assert.notInclude(text, "Couldn't load this data")
    const cells = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    assert.match(cells, / gone\.for_days (nothing|\d+ seconds?) /)
    assert.match(cells, / Oldest queued [\d,]+ days ago /)
    assert.match(cells, / curia\.prune_jobs 10 \* \* \* \* \d+ years ago /)
    const kept = await database
      .from('jobs.job')
      .where('state', 'completed')
      .where('completed_on', '<', '2021-01-01')
    assert.deepEqual(
      kept.map(({ name }) => name),
      ['curia.prune_jobs']
    )
    const { healthSections } = await app.container.make(ConsoleRegistry)
    for (const { title, read } of healthSections)
      if (await read(app)) assert.include(text, `<h2>${title}</h2>`)
  })

  test('the health page shows what needs action, and folds the rest', async ({
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const parts = async () => {
      const { text } = await visitor.get('/admin/health/')
      const [open, folded = ''] = text
        .slice(text.indexOf('<h1>'))
        .split('<details class="all-normal">')
      return { open: open!, folded }
    }
    const [{ id }] = (await database
      .table('mails')
      .insert({
        recipient: 'ada@example.com',
        subject: 'Late',
        message: '{}',
        views: '{}',
        failed_at: new Date(),
      })
      .returning('id')) as { id: number }[]
    cleanup(async () => void (await database.from('mails').where({ id }).delete()))
    const broken = await parts()
    assert.include(broken.open, '<h2>Email</h2>')
    assert.match(broken.open, /failed in the last 24 hours/)
    assert.include(broken.folded, 'All else is fine')
    assert.notInclude(broken.folded, '<h2>Email</h2>')
    await database.from('mails').where({ id }).delete()
    await database
      .from('mails')
      .whereNull('sent_at')
      .where('failed_at', '>', new Date(Date.now() - 86_400_000))
      .delete()
    await database.from('mails').whereNull('sent_at').whereNull('failed_at').delete()
    await database.from('mail_addresses').whereNotNull('refused_at').delete()
    assert.include((await parts()).folded, '<h2>Email</h2>')
  })

  test('the health page links only to lists that the staff member can view', async ({
    assert,
    cleanup,
  }) => {
    // A need whose page is the health page itself.
    const database = await app.container.make('lucid.db')
    const name = 'health_test'
    await database.table('change_cursors').insert({ name, cursor: 'invalid', passed: '1:1:' })
    cleanup(async () => void (await database.from('change_cursors').where({ name }).delete()))
    const staff = await signedIn(await makeAccount({ rights: ['dashboard.view', 'mails.view'] }))
    const { text } = await staff.get('/admin/health/')
    const main = text.slice(text.indexOf('<h1>'))
    assert.include(main, `The consumer ${name} must be rebuilt`)
    const led = [...main.matchAll(/href="(\/admin\/[^"?]*)/g)].map(([, path]) => path)
    assert.deepEqual(new Set(led), new Set(['/admin/mails/', '/admin/mail-addresses/']))
  })

  test('the dashboard shows the search indexes and their lag', async ({ assert }) => {
    await searchReady()
    const { engine, version } = await (await app.container.make(SearchEngine)).health()
    const { text } = await visitor.get('/admin/')
    assert.include(text, `Engine: ${engine} ${version}`)
    for (const { name } of (await app.container.make(PluginHost)).searchIndexes)
      assert.match(
        text,
        new RegExp(`${name}</th><td[^>]*>(up to date|[\\d,]+ s behind)</td><td[^>]*>[\\d,]+<`)
      )
  })
})

function linkOf(text: string, rel: string): string | undefined {
  return new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&')
}
