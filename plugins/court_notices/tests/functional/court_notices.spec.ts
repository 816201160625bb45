/** Processing of court notices (fetch-and-upload, 2.6). */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket } from '#tests/helpers/own_docket'
import consumer from '#plugins/alerts/docket_alerts/consumer'
import { announceDocket } from '#plugins/alerts/docket_alerts/jobs'
import ArchiveDocument from '#plugins/federal_records/models/archive_document'
import { makePdf } from '#plugins/federal_records/tests/make_pdf'
import { COPY, STATUS } from '../../codes.js'
import CourtNotice from '../../models/court_notice.js'
import { MAX_RETRIES } from '../../processing/outcome.js'
import { NoticeProcessor } from '../../processing/process_notice.js'
import { leaveCourt, useCourt, CourtServer, freeOnce } from '../court_server.js'
import {
  filesOfEmails,
  makeRecipient,
  queryNotices,
  post,
  useEmails,
  work,
  type Recipient,
} from '../emails.js'
import {
  buildDocketNumber,
  buildNoticeDocument,
  noticeMail,
  type NoticeOptions,
} from '../notice_mail.js'

let cases = Date.now() % 10_000_000
const PDF = await makePdf([{ lines: ['NOTICE of Ink'] }])

test.group('court notices', (group) => {
  useEmails(group)
  let court: CourtServer
  let account: Recipient
  let caseId: string
  let files: string[]

  group.each.setup(async () => {
    await work()
    court = await CourtServer.start()
    await useCourt(court)
    account = await makeRecipient()
    caseId = String(++cases)
    files = filesOfEmails()
    return async () => {
      await leaveCourt()
      await court.stop()
      const database = await app.container.make('lucid.db')
      await database.from('dockets').where({ registry_case_id: caseId }).delete()
    }
  })

  const send = (changes: Partial<NoticeOptions> = {}, { address } = account) =>
    post(noticeMail({ caseId, to: address, ...changes }))
  const last = () =>
    CourtNotice.query().where('accountId', account.id).orderBy('id', 'desc').firstOrFail()
  /** Processes the notice again before its scheduled time. */
  const again = async () => {
    const processor = await app.container.make(NoticeProcessor)
    await processor.process((await last()).id, new AbortController().signal)
  }
  const alertsOf = async ({ id }: { id: number }) => {
    const database = await app.container.make('lucid.db')
    const rows = await database.from('docket_alerts').where({ user_id: id })
    return rows.map(({ docket_id: docket, alert_type: type }) => [Number(docket), type])
  }
  const documents = () =>
    ArchiveDocument.query().where('registryDocId', buildNoticeDocument(caseId).id).orderBy('id')
  /** Runs work and notifies the subscribers of the dockets. */
  async function announced(job: () => Promise<unknown>) {
    await followed(consumer, job)
    await (await app.container.make(Jobs)).runWaiting(announceDocket.name)
  }

  test('become entries with a document, and the docket is followed and announced once', async ({
    assert,
  }) => {
    court.answer = freeOnce(PDF)
    await announced(async () => {
      await send()
      await work()
    })
    const notice = await last()
    assert.deepEqual(
      [notice.status, notice.copy, notice.courtId, notice.message, notice.path, notice.copyPath],
      ['done', 'stored', 'cand', 'The notice was merged. Free copy: stored.', '', '']
    )
    assert.deepEqual(court.documents, [
      `ecf.cand.uscourts.gov/doc1/0351${buildNoticeDocument(caseId).id.slice(4)}?caseid=${caseId}&magic_num=1234&use_magic=1&de_seq_num=30`,
    ])
    const [document, ...others] = await documents()
    assert.lengthOf(others, 0)
    assert.isTrue(document!.isAvailable)
    assert.equal(document!.fileSize, PDF.length)
    assert.deepEqual(await alertsOf(account), [[notice.docketId, 1]])
    const mails = await mailsTo(account.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], `1 New Docket Entry for Quill v. Blot (${buildDocketNumber(caseId)})`)
    assert.include(mails[0], 'NOTICE of Ink by Ada Quill')
    assert.include(mails[0], 'Download')
    assert.deepEqual(filesOfEmails(), files)
  })

  test('of one filing to two accounts become one entry; the second free copy is not requested', async ({
    assert,
  }) => {
    court.answer = freeOnce(PDF)
    const other = await makeRecipient()
    await announced(async () => {
      await send()
      await work()
      await send({}, other)
      await work()
    })
    const [second] = await queryNotices(other)
    assert.deepEqual([second!.status, second!.copy], ['done', 'known'])
    assert.equal(second!.docketId, (await last()).docketId)
    assert.lengthOf(court.documents, 1)
    assert.lengthOf(await documents(), 1)
    assert.lengthOf(await mailsTo(account.email), 1)
  })

  test('in Base64 and quoted-printable are parsed', async ({ assert }) => {
    court.answer = freeOnce(PDF)
    for (const encoding of ['base64', 'quoted-printable'] as const) {
      await send({ encoding })
      await work()
      assert.equal((await last()).status, 'done', encoding)
    }
    assert.lengthOf(await documents(), 1)
  })

  test('without a document send no request', async ({ assert }) => {
    await send({ hasDocument: false })
    await work()
    assert.deepEqual([(await last()).status, (await last()).copy], ['done', 'none'])
    assert.lengthOf(court.documents, 0)
  })

  test('are merged without a copy while fetching is off', async ({ assert }) => {
    await useCourt(null)
    await send()
    await work()
    const { status, copy, message } = await last()
    assert.deepEqual([status, copy], ['done', 'registry_off'])
    assert.equal(message, 'The notice was merged. Free copy: fetching is off.')
    const [document] = await documents()
    assert.isNotTrue(document!.isAvailable)
    assert.lengthOf(await alertsOf(account), 1)
  })

  const REFUSALS: [what: string, copy: string, answer: CourtServer['answer']][] = [
    ['if the link was already used', 'free_look_used', freeOnceUsed],
    [
      'if the document is sealed',
      'refused',
      (r) => void r.setHeader('content-type', 'text/html').end('This document is SEALED'),
    ],
    [
      'if the response is lost',
      'free_look_outcome_unknown',
      (_, { socket }) => void socket.destroy(),
    ],
    [
      'if the court returns a server error',
      'free_look_outcome_unknown',
      (r) => void r.writeHead(500).end(),
    ],
  ]
  for (const [what, copy, answer] of REFUSALS) {
    test(`are merged without a copy ${what}, and the request is not repeated`, async ({
      assert,
    }) => {
      court.answer = (response, request) =>
        request.url === '/' ? response.end() : answer(response, request)
      await send()
      await work()
      await again()
      const notice = await last()
      assert.deepEqual([notice.status, notice.copy], ['done', copy])
      assert.isNotNull(notice.docketId)
      assert.lengthOf(court.documents, 1)
      assert.isNotTrue((await documents())[0]!.isAvailable)
      assert.deepEqual(filesOfEmails(), files)
    })
  }

  test('are merged while a court is unreachable, and the copy is requested later', async ({
    assert,
  }) => {
    await court.stop()
    await send()
    await work()
    const waiting = await last()
    assert.equal(
      waiting.message,
      'The notice was merged. Free copy: not requested yet (court_unreachable).'
    )
    assert.deepEqual([waiting.status, waiting.copy, waiting.retries], ['retrying', 'waiting', 1])
    assert.isNotNull(waiting.docketId)
    court = await CourtServer.start()
    court.answer = freeOnce(PDF)
    await useCourt(court)
    await again()
    await work()
    assert.deepEqual([(await last()).status, (await last()).copy], ['done', 'stored'])
    assert.isTrue((await documents())[0]!.isAvailable)
    assert.deepEqual(filesOfEmails(), files)
  })

  test('stop after ten retries, from two minutes to an hour apart', async ({ assert }) => {
    await court.stop()
    await send()
    await work()
    const waits: number[] = []
    for (let retry = 1; retry <= MAX_RETRIES; retry++) {
      waits.push(await waitOf((await last()).id))
      await again()
    }
    assert.deepEqual(waits, [120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600])
    const { status, copy } = await last()
    assert.deepEqual([status, copy], ['failed', 'court_unreachable'])
    court = await CourtServer.start()
  })

  test('do not repeat a request after their process ended', async ({ assert }) => {
    court.answer = freeOnce(PDF)
    await send()
    await (await last()).merge({ copy: COPY.requested, status: STATUS.processing }).save()
    await work()
    assert.deepEqual(
      [(await last()).status, (await last()).copy],
      ['done', 'free_look_outcome_unknown']
    )
    assert.lengthOf(court.documents, 0)
  })

  test('do not resubscribe to a docket', async ({ assert }) => {
    const docket = await makeDocket({
      court_id: 'cand',
      registry_case_id: caseId,
      docket_number: buildDocketNumber(caseId),
    })
    const database = await app.container.make('lucid.db')
    await database.table('docket_alerts').insert({
      user_id: account.id,
      docket_id: docket.id,
      alert_type: 0,
      secret_key: caseId.padStart(40, 'x'),
    })
    await announced(async () => {
      await send()
      await work()
    })
    assert.equal((await last()).docketId, docket.id)
    assert.deepEqual(await alertsOf(account), [[docket.id, 0]])
    assert.lengthOf(await mailsTo(account.email), 0)
  })

  test('explain once how to follow a docket', async ({ assert }) => {
    account = await makeRecipient({ follows: false })
    for (const number of [9, 10]) {
      await send({ number })
      await work()
    }
    assert.deepEqual(await alertsOf(account), [])
    const mails = await mailsTo(account.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], '[Sign-Up Needed]: 1 New Docket Entry for Quill v. Blot')
    assert.include(mails[0], `/docket/${(await last()).docketId}/`)
  })

  const UNUSABLE: [what: string, said: RegExp, mail: (to: string) => Buffer][] = [
    [
      'that are not notices',
      /not a notice/,
      (to) =>
        Buffer.from(`From: a@cand.uscourts.gov\r\nTo: ${to}\r\nSubject: x\r\n\r\nGood morning`),
    ],
    [
      'of an unknown court',
      /isn't from a court/,
      (to) =>
        Buffer.from(
          String(
            noticeMail({ caseId: '1', to, hasDocument: false, from: 'a@nowhere.uscourts.gov' })
          ).replaceAll('ecf.cand.', 'ecf.nowhere.')
        ),
    ],
    [
      'nested a thousand times',
      /not a notice/,
      (to) => {
        const parts = Array.from(
          { length: 1000 },
          (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`
        )
        return Buffer.from(
          `From: a@cand.uscourts.gov\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${parts.join('')}`
        )
      },
    ],
    [
      'with a hundred thousand tables',
      /not a notice|too long/,
      (to) =>
        Buffer.from(
          `From: a@cand.uscourts.gov\r\nTo: ${to}\r\nContent-Type: text/html\r\n\r\n${'<table><tr><td>'.repeat(100_000)}`
        ),
    ],
    [
      'in an unknown encoding',
      /not a notice/,
      (to) =>
        Buffer.concat([
          Buffer.from(
            `From: a@cand.uscourts.gov\r\nTo: ${to}\r\nContent-Type: text/html; charset=x-none\r\nContent-Transfer-Encoding: base64\r\n\r\n`
          ),
          Buffer.from([0, 0xff, 0xfe, 0x80, 0x3d, 0x0a]),
        ]),
    ],
  ]
  for (const [what, said, mail] of UNUSABLE) {
    test(`${what} fail with a reason, and their message is kept for staff`, async ({ assert }) => {
      assert.equal((await post(mail(account.address))).status, 202)
      await work()
      const { status, message } = await last()
      assert.equal(status, 'failed')
      assert.match(message, said)
      assert.lengthOf(filesOfEmails(), files.length + 1)
    })
  }

  async function waitOf(id: number): Promise<number> {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT round(extract(epoch FROM start_after - created_on)) AS wait FROM jobs.job
       WHERE name = 'court_notices.process' AND data->>'notice' = ? ORDER BY created_on DESC LIMIT 1`,
      [String(id)]
    )
    return Number(rows[0].wait)
  }
})

function freeOnceUsed(response: Parameters<CourtServer['answer']>[0]): void {
  response.setHeader('content-type', 'text/html').end('<p>Nothing here</p>')
}
