/** Uploads of type 11: notices that belong to the uploader. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import type { TestAccount } from '#tests/helpers/accounts'
import { COURT_PAGES } from '#tests/helpers/court_pages'
import ArchiveDocument from '#plugins/federal_records/models/archive_document'
import { makePdf } from '#plugins/federal_records/tests/make_pdf'
import Upload from '#plugins/upload/models/upload'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '#plugins/upload/rights'
import { filesOfUploads, send, work as workOnUploads } from '#plugins/upload/tests/uploads'
import { leaveCourt, useCourt, CourtServer, freeOnce } from '../court_server.js'
import {
  filesOfEmails,
  makeRecipient,
  queryNotices,
  rememberDockets,
  useEmails,
  work,
} from '../emails.js'
import { buildNoticeDocument, noticeMail } from '../notice_mail.js'

const LISTENER = 'court_notices.on.upload.notice_merged'
const MISSING = existsSync(COURT_PAGES)
  ? ''
  : 'the corpus of court pages is not beside the repository'

let cases = Date.now() % 10_000_000
const PDF = await makePdf([{ lines: ['NOTICE of Ink'] }])

async function listen(): Promise<void> {
  await (await app.container.make(Jobs)).runWaiting(LISTENER)
}

/** Some messages of the corpus aren't notices of filings. */
function isNotice(folder: string, name: string): boolean {
  const expected = readFileSync(join(COURT_PAGES, folder, name.replace(/\.txt$/, '.json')), 'utf8')
  return ((JSON.parse(expected) as { dockets?: object[] }).dockets ?? []).length > 0
}

test.group('uploaded notices', (group) => {
  useEmails(group)
  let court: CourtServer
  let account: TestAccount
  let caseId: string
  group.each.setup(async () => {
    await workOnUploads()
    await listen()
    await work()
    court = await CourtServer.start()
    court.answer = freeOnce(PDF)
    await useCourt(court)
    account = await makeRecipient({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
    caseId = String(++cases)
    const removeNewDockets = await rememberDockets()
    return async () => {
      await leaveCourt()
      await court.stop()
      await removeNewDockets()
    }
  })

  const fields = (changes: object = {}) => ({
    court: 'cand',
    upload_type: 11,
    registry_case_id: caseId,
    ...changes,
  })

  test('get their copy and one docket alert', async ({ client, assert }) => {
    const files = [filesOfUploads(), filesOfEmails()]
    const file = noticeMail({ caseId, from: 'bea@pen.example' })
    for (let time = 0; time < 2; time++) {
      const sent = await send(client, account, fields(), { file })
      await workOnUploads()
      assert.equal((await Upload.findOrFail(sent.body().id)).status, 2)
      await listen()
      await work()
    }
    const [notice, ...others] = await queryNotices(account)
    assert.lengthOf(others, 0)
    assert.deepEqual(
      [notice!.origin, notice!.status, notice!.copy, notice!.courtId],
      ['upload', 'done', 'stored', 'cand']
    )
    const document = await ArchiveDocument.findByOrFail({
      registryDocId: buildNoticeDocument(caseId).id,
    })
    assert.isTrue(document.isAvailable)
    const database = await app.container.make('lucid.db')
    const alerts = await database.from('docket_alerts').where({ user_id: account.id })
    assert.deepEqual(
      alerts.map(({ docket_id: docket }) => Number(docket)),
      [notice!.docketId]
    )
    assert.lengthOf(court.documents, 1)
    assert.deepEqual([filesOfUploads(), filesOfEmails()], files)
  })

  test('exclude dry runs and other upload types', async ({ client, assert }) => {
    const file = noticeMail({ caseId })
    await send(client, account, fields({ debug: true }), { file })
    await send(client, account, fields({ upload_type: 1 }), { file })
    await workOnUploads()
    await listen()
    assert.lengthOf(await queryNotices(account), 0)
  })

  test('include real notices', async ({ client, assert }) => {
    for (const [folder, suffix] of [
      ['pacer/nef/s3', '.txt'],
      ['pacer/nda', '.txt'],
    ] as const) {
      const names = readdirSync(join(COURT_PAGES, folder))
        .filter((name) => name.endsWith(suffix))
        .sort()
      for (const name of names.filter((one) => isNotice(folder, one)).slice(0, 8)) {
        const file = readFileSync(join(COURT_PAGES, folder, name))
        const id = name.split('_')[0]!
        // Two of them share a Message-ID.
        const owner = await makeRecipient({ rights: [UPLOAD_RIGHT] })
        await send(client, owner, fields({ court: id, registry_case_id: String(++cases) }), {
          file,
        })
        await workOnUploads()
        await listen()
        await work()
        const upload = await Upload.query().orderBy('id', 'desc').firstOrFail()
        const said = `${name}: ${upload.errorMessage}`
        assert.equal(upload.status, 2, said)
        const notice = (await queryNotices(owner)).at(-1)
        assert.equal(notice?.status, 'done', `${said} ${notice?.message}`)
        assert.equal(notice!.docketId, upload.docketId, name)
      }
    }
  }).skip(!!MISSING, MISSING)
})
