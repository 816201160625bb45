/** Court email pages of accounts and staff. */
import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'
import { COPY, ORIGIN, STATUS } from '../../codes.js'
import { NoticePruner } from '../../processing/prune.js'
import CourtNotice from '../../models/court_notice.js'
import NoticeAddress from '../../models/notice_address.js'
import { MANAGE_RIGHT } from '../../rights.js'
import settings from '../../settings.js'
import { filesOfEmails, makeRecipient, queryNotices, post, useEmails, work } from '../emails.js'
import { noticeMail } from '../notice_mail.js'

const HOME = '/profile/court-emails/'
const LIST = '/admin/court-emails/'

test.group('court email pages', (group) => {
  useEmails(group)
  group.each.setup(() => work())

  test('an account creates and replaces its email address', async ({ assert }) => {
    const account = await makeAccount()
    const visitor = await signedIn(account)
    assert.include((await visitor.get(HOME)).text, 'Get email address')
    const keys: string[] = []
    for (let time = 0; time < 2; time++) {
      const answer = await visitor.submit(`${HOME}address/`, {}, { from: HOME })
      assert.equal(answer.status, 302)
      const { key } = await NoticeAddress.findOrFail(account.id)
      assert.include((await visitor.get(HOME)).text, `${key}@notices.example.org`)
      keys.push(key)
    }
    const results = await Promise.all(
      keys.map((key) => post(noticeMail({ caseId: '1', to: `${key}@notices.example.org` })))
    )
    assert.deepEqual(
      results.map(({ body }) => body.accepted),
      [0, 1]
    )
    assert.include((await visitor.get(HOME)).text, 'Queued')
    const file = await downloadAccountData<Record<string, Record<string, unknown>[]>>(
      visitor,
      account
    )
    assert.deepEqual(file.court_email_addresses, [{ address: `${keys[1]}@notices.example.org` }])
    assert.lengthOf(file.court_emails!, 1)
    assert.include(file.court_emails![0], { origin: ORIGIN.email, status: STATUS.queued })
  })

  test('a server without court emails shows a message', async ({ assert, cleanup }) => {
    const before = { ...settings }
    cleanup(() => void Object.assign(settings, before))
    settings.emailDomain = null
    const visitor = await signedIn(await makeAccount())
    assert.include((await visitor.get(HOME)).text, "This server doesn't accept court emails.")
  })

  test('staff see and retry failed emails', async ({ assert }) => {
    const account = await makeRecipient()
    await post(
      `From: a@cand.uscourts.gov\r\nTo: ${account.address}\r\nSubject: ${randomUUID()}\r\n\r\nGood morning`
    )
    await work()
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT, 'dashboard.view'] }))
    const list = `${LIST}?account=${account.username}`
    const { text: body } = await staff.get(list)
    assert.include(body, 'The message is not a notice of a filing.')
    const [{ id }] = (await queryNotices(account)) as [CourtNotice]
    assert.include(body, `${LIST}${id}/retry/`)
    await staff.submit(`${LIST}${id}/retry/`, {}, { from: list })
    assert.equal((await CourtNotice.findOrFail(id)).status, STATUS.queued)
    const database = await app.container.make('lucid.db')
    assert.exists(
      await database.from('audit_entries').where('subject', `court email ${id}`).first()
    )
    await work()
    assert.equal((await CourtNotice.findOrFail(id)).status, STATUS.failed)
    assert.include((await staff.get('/admin/health/')).text, 'Court emails and feeds')
    assert.equal((await staff.get('/admin/court-feeds/')).status, 200)
  })

  test('a retry requests a copy only if no earlier request reached the court', async ({
    assert,
  }) => {
    const account = await makeRecipient()
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT] }))
    for (const [copy, after] of [
      [COPY.unreachable, COPY.waiting],
      [COPY.unknown, COPY.unknown],
    ]) {
      const { id } = await CourtNotice.create({
        accountId: account.id,
        origin: ORIGIN.email,
        digest: randomUUID(),
        path: 'court-notices/gone',
        status: STATUS.failed,
        copy,
      })
      await staff.submit(`${LIST}${id}/retry/`, {}, { from: LIST })
      assert.equal((await CourtNotice.findOrFail(id)).copy, after)
      await work()
      assert.equal((await CourtNotice.findOrFail(id)).status, STATUS.failed)
    }
  })

  test('failed messages are deleted after 14 days, orphaned files after one', async ({
    assert,
  }) => {
    const account = await makeRecipient()
    const files = filesOfEmails()
    await post(`From: a@cand.uscourts.gov\r\nTo: ${account.address}\r\n\r\n${randomUUID()}`)
    await work()
    const [notice] = (await queryNotices(account)) as [CourtNotice]
    const own = filesOfEmails().find((path) => path.endsWith(notice.path))!
    const prune = async () => {
      await (await app.container.make(NoticePruner)).prune(new AbortController().signal)
      await work()
    }
    const database = await app.container.make('lucid.db')
    const age = (days: number) =>
      database.rawQuery(
        `UPDATE court_notices SET date_modified = now() - make_interval(days => ?) WHERE id = ?`,
        [days, notice.id]
      )
    await age(13)
    await prune()
    assert.include(filesOfEmails(), own)
    await age(15)
    await prune()
    assert.deepEqual(filesOfEmails(), files)
    await age(181)
    await prune()
    assert.lengthOf(await queryNotices(account), 0)

    await post(`From: a@cand.uscourts.gov\r\nTo: ${account.address}\r\n\r\n${randomUUID()}`)
    const lost = filesOfEmails().find((path) => !files.includes(path))!
    await database.from('court_notices').where({ account_id: account.id }).delete()
    await prune()
    assert.include(filesOfEmails(), lost)
    const old = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(lost, old, old)
    await prune()
    assert.deepEqual(filesOfEmails(), files)
  })
})
