/** Uploads pages of real courts as every type, if a folder of such pages is configured. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { readPage } from '#app/court_pages/read_page'
import { UnreadText } from '#plugins/federal_records/public/unread_text'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { COURT_PAGES } from '#tests/helpers/court_pages'
import { TYPE } from '../../codes.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { send, work } from '../uploads.js'

const MISSING = existsSync(COURT_PAGES)
  ? ''
  : 'the corpus of court pages is not beside the repository'

/** Maximum number of files per folder. */
const FILES = 4

interface Kind {
  type: number
  folder: string
  suffix: string
}

const REPORTS: Kind[] = [
  { type: TYPE.docket, folder: 'pacer/dockets/district', suffix: '.html' },
  { type: TYPE.docket, folder: 'pacer/dockets/bankruptcy', suffix: '.html' },
  { type: TYPE.historyReport, folder: 'pacer/docket_history_reports', suffix: '.html' },
  { type: TYPE.appellateDocket, folder: 'pacer/dockets/appellate', suffix: '.html' },
  { type: TYPE.archiveXml, folder: 'pacer/dockets_internet_archive', suffix: '.xml' },
  { type: TYPE.claimsRegister, folder: 'pacer/claims_registers', suffix: '.html' },
  { type: TYPE.email, folder: 'pacer/nef', suffix: '.html' },
  { type: TYPE.caseQuery, folder: 'pacer/case_queries', suffix: '.html' },
  { type: TYPE.acmsDocket, folder: 'pacer/dockets/acms', suffix: '.acms_json' },
  { type: TYPE.freeOpinions, folder: 'pacer/free_opinion_report', suffix: '.html' },
]

const MENUS: Kind[] = [
  { type: TYPE.attachmentPage, folder: 'pacer/attachment_pages', suffix: '.html' },
  {
    type: TYPE.appellateAttachmentPage,
    folder: 'pacer/appellate_attachment_pages',
    suffix: '.html',
  },
  {
    type: TYPE.acmsAttachmentPage,
    folder: 'pacer/appellate_attachment_pages/acms',
    suffix: '.compare.json',
  },
]

/** Messages for pages without a case. */
const REFUSED = /^The page isn't valid for its type\. Reason: (no_claims|case_not_found)\.$/

/** The message of a merged page, with the number of passages that weren't read. */
async function messageOf({ file, court }: Page): Promise<string> {
  const reading = await readPage(file, court)
  if ('outcome' in reading) throw new Error(reading.outcome)
  const unreadText = await app.container.make(UnreadText)
  const note = await unreadText.describe({ reading, court })
  return note ? `The page was merged. ${note}` : 'The page was merged.'
}

interface Page {
  name: string
  /** ID in the archive. */
  court: string
  file: Buffer
  expected: {
    pacer_case_id?: string | null
    pacer_doc_id?: string
    document_number?: number | null
    attachments?: object[]
  }
}

function pagesOf({ folder, suffix }: Kind): Page[] {
  return (
    readdirSync(join(COURT_PAGES, folder))
      // Names with hyphens have no court.
      .filter((name) => name.endsWith(suffix) && /^[a-z0-9]+[_.]/.test(name))
      .sort()
      .slice(0, FILES)
      .map((name) => {
        const path = join(COURT_PAGES, folder, name.slice(0, -suffix.length))
        return {
          name,
          court: name.split(/[_.]/)[0]!.replace(/^azb$/, 'arb'),
          file: readFileSync(`${path}${suffix}`),
          expected: JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Page['expected'],
        }
      })
  )
}

test.group('uploads of every type', (group) => {
  let account: TestAccount
  let cases = 0
  const made = new Set<number>()

  group.tap((each) => MISSING && each.skip(true, MISSING))
  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })
  // The corpus has pages of several types for the same case.
  group.each.teardown(async () => {
    const database = await app.container.make('lucid.db')
    await database
      .from('dockets')
      .whereIn('id', [...made])
      .delete()
    made.clear()
  })

  /** The outcome of an upload. */
  async function upload(client: ApiClient, kind: Kind, { court, file }: Page, caseId: string) {
    const fields = { court, upload_type: kind.type, registry_case_id: caseId }
    const sent = await send(client, account, fields, { file })
    sent.assertStatus(201)
    await work()
    const seen = await client
      .get(`/api/rest/v4/archive/${sent.body().id}/`)
      .header('authorization', account.authorization)
    const { status, error_message: message, docket } = seen.body()
    const id = Number(/(\d+)\/$/.exec(docket ?? '')?.[1] ?? docket)
    if (id) made.add(id)
    return { status, message, docket: id }
  }

  /** Counts the rows of a docket that a page can add. */
  async function content(docket: number): Promise<object> {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT (SELECT jsonb_agg(to_jsonb(e) - 'date_modified' ORDER BY id) FROM docket_entries e WHERE docket_id = d.id) AS entries,
              (SELECT jsonb_agg(to_jsonb(a) - 'date_modified' ORDER BY a.id) FROM archive_documents a
                 JOIN docket_entries e ON e.id = docket_entry_id WHERE docket_id = d.id) AS documents,
              (SELECT count(*) FROM party_types t WHERE t.docket_id = d.id) AS parties,
              d.case_name, d.docket_number
       FROM dockets d WHERE id = ?`,
      [docket]
    )
    return rows[0] as object
  }

  test('type {type} of {folder} creates a docket once')
    .with(REPORTS)
    .run(async ({ client, assert }, kind) => {
      let merged = 0
      for (const page of pagesOf(kind)) {
        const caseId = page.expected.pacer_case_id ?? `77${kind.type}${++cases}`
        const { status, message, docket } = await upload(client, kind, page, caseId)
        if (status === 6) {
          assert.match(message, REFUSED, page.name)
          continue
        }
        assert.deepEqual([status, message], [2, await messageOf(page)], page.name)
        merged++
        const once = await content(docket)
        const again = await upload(client, kind, page, caseId)
        assert.deepEqual([again.status, again.docket], [2, docket], page.name)
        assert.deepEqual(await content(docket), once, page.name)
      }
      assert.isAtLeast(merged, 2)
    })

  test('type {type} of {folder} adds the documents of an entry')
    .with(MENUS)
    .run(async ({ client, assert, cleanup }, kind) => {
      let merged = 0
      for (const page of pagesOf(kind)) {
        const { attachments = [], document_number: number, pacer_doc_id: id } = page.expected
        const caseId = page.expected.pacer_case_id ?? `77${kind.type}${++cases}`
        const docket = await makeDocket({ court_id: page.court, registry_case_id: caseId })
        cleanup(docket.remove)
        await docket.addEntry('FILED', [
          { registry_doc_id: id, document_number: String(number ?? id) },
        ])
        const seen = await upload(client, kind, page, caseId)
        assert.deepEqual(
          [seen.status, seen.message, seen.docket],
          [2, await messageOf(page), docket.id],
          page.name
        )
        merged++
        const { documents } = (await content(docket.id)) as { documents: object[] }
        // The menu of an appeal also lists the main document.
        const others = kind.type === TYPE.attachmentPage ? 1 : 0
        assert.lengthOf(documents, attachments.length + others, page.name)
      }
      assert.isAtLeast(merged, 2)
    })
})
