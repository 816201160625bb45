/**
 * Background jobs in the staff console: lists, filters, and retries.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import { Jobs } from '#app/jobs/jobs'
import { Outbox } from '#app/mail/outbox'

const QUEUE = 'curia.send_mail'

test.group('jobs in the console', (group) => {
  let visitor: Visitor
  let boss: Awaited<ReturnType<typeof makeAccount>>

  group.setup(async () => {
    boss = await makeAccount({ rights: ['*'] })
    visitor = await signedIn(boss)
  })

  /** An email sent to a folder that isn't writable. */
  const failedMail = async () => {
    const database = await app.container.make('lucid.db')
    const jobs = await app.container.make(Jobs)
    const outbox = await app.container.make(Outbox)
    const subject = `Hello ${randomUUID()}`
    const [{ id: mail }] = await database
      .table('mails')
      .insert({ recipient: 'ann@example.org', subject, message: { text: 'A secret link.' } })
      .returning('id')
    const job = (await jobs.send(null, QUEUE, { mail: String(mail) }))!
    await database.rawQuery('UPDATE jobs.job SET retry_limit = 0 WHERE id = ?::uuid', [job])
    const { mailer } = outbox
    const failing = {
      config: {},
      sendCompiled: async () => {
        throw new Error(`no room for <b>${subject}</b>`)
      },
    }
    Object.assign(outbox, { mailer: () => failing })
    await jobs.runWaiting(QUEUE)
    Object.assign(outbox, { mailer })
    return { job, mail, subject }
  }

  test('a failed job is listed with its error, and staff can run it again', async ({ assert }) => {
    const { job, mail, subject } = await failedMail()
    const page = '/admin/jobs/?state=failed&queue=curia.send_mail'
    const { text } = await visitor.get(page)
    assert.include(text, `no room for &lt;b&gt;${subject}`)
    assert.include(text, '1 of 1')
    assert.notInclude(text, 'A secret link.')
    const path = `/admin/jobs/${QUEUE}/${job}/retry/`
    assert.include(text, path)
    const figures = await visitor.get('/admin/')
    assert.match(figures.text, /Failed jobs<\/dt><dd>\s*[1-9]/)

    const answer = await visitor.submit(path, {}, { from: page })
    assert.equal(answer.status, 302)
    assert.include((await visitor.get(answer.location!)).text, 'retried shortly')
    await (await app.container.make(Jobs)).runWaiting(QUEUE)
    const database = await app.container.make('lucid.db')
    const row = await database.from('mails').where('id', mail).first()
    assert.isNotNull(row.sent_at)
    assert.equal(row.attempts, 2)
    assert.deepEqual(row.message, {})
    const done = (await visitor.get('/admin/jobs/?state=done')).text
    assert.include(done, 'done')
    assert.notInclude(done, '__pgboss__')

    const again = await visitor.submit(path, {}, { from: '/profile/settings/' })
    assert.include((await visitor.get(again.location!)).text, 'hasn&#x27;t failed')
    const log = await visitor.get('/admin/audit/?action=job.retry')
    assert.equal(log.text.split(job).length, 2)
    assert.include(log.text, boss.username)
  })

  test('a retry requires the CSRF token of the session and the permission', async ({ assert }) => {
    const { job } = await failedMail()
    const path = `/admin/jobs/${QUEUE}/${job}/retry/`
    assert.notEqual((await visitor.post(path, {})).status, 200)
    const viewer = await signedIn(await makeAccount({ rights: ['jobs.view'] }))
    const { status, text } = await viewer.get('/admin/jobs/?state=failed')
    assert.equal(status, 200)
    assert.notInclude(text, '/retry/')
    assert.equal((await viewer.submit(path, {}, { from: '/profile/settings/' })).status, 403)
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery('SELECT state FROM jobs.job WHERE id = ?::uuid', [job])
    assert.equal(rows[0].state, 'failed')
  })

  test('selected failed jobs are retried, after a page that lists them', async ({ assert }) => {
    const failed = [await failedMail(), await failedMail(), await failedMail()]
    const [one, two, other] = failed.map(({ job }) => job)
    const database = await app.container.make('lucid.db')
    const states = async () => {
      const { rows } = await database.rawQuery(
        'SELECT id, state FROM jobs.job WHERE id = ANY (?::uuid[])',
        [[one, two, other]]
      )
      return new Map(rows.map((row: { id: string; state: string }) => [row.id, row.state]))
    }
    const list = '/admin/jobs/?state=failed&queue=curia.send_mail'
    const page = '/admin/jobs/several/retry/?state=failed&queue=curia.send_mail'
    assert.include((await visitor.get(list)).text, page.replaceAll('&', '&amp;'))
    const { text } = await visitor.get(page)
    for (const { job, subject } of failed) {
      assert.match(text, new RegExp(`name="row-${job}"[^>]* checked`))
      assert.include(text, `no room for &lt;b&gt;${subject}`)
    }
    assert.match(text, /\d+ rows match the filters/)
    assert.equal((await states()).get(one!), 'failed')

    // Another member of the staff was faster with the second job.
    const alone = `/admin/jobs/${QUEUE}/${two}/retry/`
    await visitor.submit(alone, {}, { from: '/profile/settings/' })
    const selected = { [`row-${one}`]: 'on', [`row-${two}`]: 'on', 'row-x': 'on', 'row-': 'on' }
    const done = await visitor.submit(page, selected, { from: page })
    assert.equal(done.location, '/admin/jobs/?queue=curia.send_mail&state=failed')
    assert.include(
      (await visitor.get(done.location!)).text,
      'Retry failed jobs: 1 of 4 done. The others had changed in the meantime.'
    )
    assert.notEqual((await states()).get(one!), 'failed')
    assert.equal((await states()).get(other!), 'failed')
    const none = await visitor.submit(page, {}, { from: page })
    assert.include((await visitor.get(none.location!)).text, 'you selected no rows')
    const log = (await visitor.get('/admin/audit/?action=job.retry')).text
    for (const job of [one, two]) assert.equal(log.split(job!).length, 2)
    assert.notInclude(log, other!)
    const viewer = await signedIn(await makeAccount({ rights: ['jobs.view'] }))
    assert.notInclude((await viewer.get(list)).text, 'several')
    for (const status of [
      (await viewer.get(page)).status,
      (await viewer.submit(page, selected, { from: '/profile/settings/' })).status,
    ])
      assert.equal(status, 403)
  })

  test('hides completed runs of scheduled jobs by default', async ({ assert }) => {
    const jobs = await app.container.make(Jobs)
    const database = await app.container.make('lucid.db')
    const { name } = jobs.registry.all().find(({ cron }) => cron)!
    const [routine, failed, sent] = [randomUUID(), randomUUID(), randomUUID()]
    const add = (id: string, queue: string, state: string, output: object | null) =>
      database.rawQuery(
        `INSERT INTO jobs.job (id, name, state, output, created_on, completed_on)
         VALUES (?::uuid, ?, ?::jobs.job_state, ?::jsonb, now(), now())`,
        [id, queue, state, JSON.stringify(output)]
      )
    await add(routine, name, 'completed', null)
    await add(failed, name, 'failed', { message: `broken ${failed}` })
    await add(sent, QUEUE, 'completed', null)
    const shown = (await visitor.get('/admin/jobs/')).text
    assert.include(shown, 'Completed runs of scheduled jobs are hidden.')
    assert.include(shown, `broken ${failed}`)
    const csv = async (query: string) =>
      (await visitor.get(`/admin/jobs/?${query}&format=csv`)).text
        .split('\r\n')
        .filter((line) => line.includes(`,${name},done,`)).length
    assert.equal(await csv('routine='), 0)
    assert.isAbove(await csv('routine=shown'), 0)
    assert.isAbove(await csv(`queue=${name}`), 0)
    const all = (await visitor.get('/admin/jobs/?routine=shown')).text
    assert.notInclude(all, 'are hidden.')
    assert.include(all, 'href="/admin/jobs/?routine=shown&amp;sort=')
    await database.rawQuery('DELETE FROM jobs.job WHERE id = ANY(?::uuid[])', [
      [routine, failed, sent],
    ])
  })

  test('paginates by position and ignores invalid parameters', async ({ assert }) => {
    const jobs = await app.container.make(Jobs)
    const database = await app.container.make('lucid.db')
    // Including retries of jobs from other tests.
    await database.rawQuery('DELETE FROM jobs.job WHERE name = ?', [QUEUE])
    await database.transaction(async (trx) => {
      for (let n = 0; n < 120; n++) await jobs.send(trx, QUEUE, { mail: '0' })
    })
    let listed = 0
    let path: string | undefined = `/admin/jobs/?state=waiting&queue=${QUEUE}`
    let pages = 0
    while (path) {
      const { status, text } = await visitor.get(path)
      assert.equal(status, 200)
      pages++
      // The first row is the header.
      listed += text.split('<tr>').length - 2
      const next: string | undefined = /href="([^"]+)" rel="next"/.exec(text)?.[1]
      path = next?.replaceAll('&amp;', '&')
    }
    assert.equal(pages, 3)
    assert.equal(listed, 120)
    await jobs.runWaiting(QUEUE)
    const odd = Buffer.from('[false,"yesterday, kind of","1"]').toString('base64url')
    assert.include([200, 302], (await visitor.get(`/admin/jobs/?at=${odd}`)).status)
    for (const [position, status] of [
      [[false, '2026-01-01', '12'], 200],
      [[false, '2026-13-45', randomUUID()], 302],
    ] as const) {
      const at = Buffer.from(JSON.stringify(position)).toString('base64url')
      assert.equal((await visitor.get(`/admin/jobs/?at=${at}`)).status, status)
    }
    assert.include((await visitor.get('/admin/jobs/?state=hungry')).text, 'No matching jobs')
    for (const wrong of ['x/y', `nobody.knows/${randomUUID()}`, `${QUEUE}/1`]) {
      const answer = await visitor.submit(
        `/admin/jobs/${wrong}/retry/`,
        {},
        { from: '/profile/settings/' }
      )
      assert.equal(answer.status, 404, wrong)
    }
  })
})
