/** Free copies for notices of a filing in several cases (fetch-and-upload, 2.6). */
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { settings } from '#start/env'
import ArchiveDocument from '#plugins/federal_records/models/archive_document'
import { makePdf } from '#plugins/federal_records/tests/make_pdf'
import { leaveCourt, useCourt, CourtServer, freeOnce } from '../court_server.js'
import { makeRecipient, queryNotices, post, useEmails, work, type Recipient } from '../emails.js'
import { buildNoticeDocument, noticeMail, type NoticeOptions } from '../notice_mail.js'

let cases = (Date.now() + 500_000) % 10_000_000
const FIRST = await makePdf([{ lines: ['COMPLAINT'] }])
const SECOND = await makePdf([{ lines: ['ADVERSARY case'] }])

test.group('notices of several cases', (group) => {
  useEmails(group)
  let court: CourtServer
  let account: Recipient
  let caseIds: [string, string]

  group.each.setup(async () => {
    await work()
    court = await CourtServer.start()
    await useCourt(court)
    account = await makeRecipient()
    caseIds = [String(++cases), String(++cases)]
    return async () => {
      await leaveCourt()
      await court.stop()
      const database = await app.container.make('lucid.db')
      await database.from('dockets').whereIn('registry_case_id', caseIds).delete()
    }
  })

  const deliver = async (answer: Buffer, changes: Partial<NoticeOptions>) => {
    court.answer = freeOnce(answer)
    await post(noticeMail({ caseId: caseIds[0], to: account.address, ...changes }))
    await work()
    return (await queryNotices(account)).at(-1)!
  }
  const document = (id: string) => ArchiveDocument.query().where('registryDocId', id).orderBy('id')
  const contentOf = async (id: string) =>
    (await document(id)).map(
      ({ filepathLocal: path }) => path && readFileSync(join(settings.dataDir, 'files', path))
    )

  test('store the copy only with the document of its link', async ({ assert }) => {
    const [one, other] = [buildNoticeDocument(caseIds[0], 1), buildNoticeDocument(caseIds[1], 35)]
    await deliver(SECOND, { caseId: caseIds[1], number: 35, link: other.link })
    assert.deepEqual(await contentOf(other.id), [SECOND])
    const notice = await deliver(FIRST, {
      number: 1,
      others: [{ caseId: caseIds[1], number: 35, link: other.link }],
    })
    assert.equal(notice.copy, 'stored')
    assert.deepEqual(await contentOf(one.id), [FIRST])
    assert.deepEqual(await contentOf(other.id), [SECOND])
  })

  test('store the copy in all cases that share the document', async ({ assert }) => {
    const { id, link } = buildNoticeDocument(caseIds[0], 1)
    await deliver(FIRST, { number: 1, others: [{ caseId: caseIds[1], number: 35, link }] })
    assert.deepEqual(await contentOf(id), [FIRST, FIRST])
  })
})
