/** Entries that may be the same are listed, merged, and dismissed by staff. */
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import { mergePage } from '../../docket_sheet/from_pages/merge_page.js'
import type { MergeablePage } from '../../docket_sheet/from_pages/converters.js'
import { MERGE_RIGHT } from '../../rights.js'
import { entry, report } from '../use_pages.js'

const LIST = '/admin/possible-duplicates/'
const DAY = '2024-01-05'

test.group('possible duplicates', (group) => {
  let docket: OwnDocket
  let number: string
  let made = 83_000
  let court: string

  const transaction = async <T>(work: (trx: TransactionClientContract) => Promise<T>) =>
    (await app.container.make('lucid.db')).transaction(work)
  const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await transaction((trx) => trx.rawQuery(sql))).rows
  const merge = (kind: string, result: unknown) =>
    transaction((trx) =>
      mergePage(trx, { page: { kind, result } as unknown as MergeablePage, court })
    )
  const orders = () =>
    merge(
      'district_docket',
      report({
        docket_number: number,
        docket_entries: ['11', '12'].map((one, place) =>
          entry(one, {
            date_filed: DAY,
            description: `ORDER ${place ? 'denying' : 'granting'} Motion to Seal`,
          })
        ),
      })
    )
  const announce = (label: string) =>
    merge('rss_feed', [
      {
        docket_number: number,
        case_name: 'Ash v. Beech',
        docket_entries: [
          {
            date_filed: `${DAY}T15:10:00+00:00`,
            description: '',
            document_number: null,
            pacer_doc_id: '',
            pacer_seq_no: null,
            short_description: label,
          },
        ],
      },
    ])
  const pairs = () =>
    rows(
      `SELECT id, entry_id, other_id, reason, date_dismissed IS NULL AS open FROM possible_duplicates WHERE docket_id = ${docket.id} ORDER BY id`
    )
  const entries = () =>
    rows(
      `SELECT id, entry_number::int AS number, description AS text FROM docket_entries WHERE docket_id = ${docket.id} ORDER BY entry_number, id`
    )

  group.each.setup(async () => {
    docket = await makeDocket({ docket_number: `1:26-cv-${String(++made).padStart(5, '0')}` })
    const [row] = await rows(`SELECT docket_number, court_id FROM dockets WHERE id = ${docket.id}`)
    number = String(row!.docket_number)
    court = String(row!.court_id)
    return () => docket.remove()
  })

  test('keeps an announced entry that fits two entries, in either order', async ({ assert }) => {
    await orders()
    await announce('Order')
    assert.lengthOf(await entries(), 3)
    const found = await pairs()
    assert.lengthOf(found, 2)
    assert.deepEqual(new Set(found.map(({ reason }) => reason)), new Set(['several candidates']))
    await announce('Order')
    await orders()
    assert.lengthOf(await entries(), 3)
    assert.lengthOf(await pairs(), 2)
  })

  test('merges an announced entry that fits one entry', async ({ assert }) => {
    await announce('Motion to Stay')
    await orders()
    await merge(
      'district_docket',
      report({
        docket_number: number,
        docket_entries: [
          entry('13', {
            date_filed: DAY,
            description: 'MOTION to Stay by Ash (Entered: 01/05/2024)',
          }),
        ],
      })
    )
    assert.deepEqual(
      (await entries()).map(({ number: one }) => one),
      [11, 12, 13]
    )
    assert.deepEqual(await pairs(), [])
  })

  test('staff merge a pair: documents, tags, and requests move to the kept entry', async ({
    assert,
  }) => {
    await orders()
    await announce('Order')
    const staff = await signedIn(await makeAccount({ rights: [MERGE_RIGHT] }))
    const [first] = await pairs()
    const stub = String((await entries()).find(({ number: one }) => one === null)!.id)
    const kept = String(first!.entry_id) === stub ? first!.other_id : first!.entry_id
    const account = await makeAccount({})
    await rows(`INSERT INTO site_tags (name) VALUES ('duplicate-${docket.id}')`)
    await rows(
      `INSERT INTO docket_entry_tags (docket_entry_id, tag_id) SELECT ${stub}, id FROM site_tags WHERE name = 'duplicate-${docket.id}'`
    )
    await rows(
      `INSERT INTO prayers (document_id, user_id) SELECT id, ${account.id} FROM archive_documents WHERE docket_entry_id = ${stub}`
    )
    const tagged = () =>
      rows(
        `SELECT docket_entry_id::text AS entry FROM docket_entry_tags t JOIN site_tags s ON s.id = tag_id WHERE name = 'duplicate-${docket.id}'`
      )
    assert.deepEqual(await tagged(), [{ entry: stub }])
    const page = (await staff.get(LIST)).text
    assert.include(page, 'Fits several entries equally well')
    assert.include(page, `/docket/${docket.id}/#row-${stub}`)
    await staff.submit(`${LIST}${String(first!.id)}/merge/`, {}, { from: LIST })
    assert.deepEqual(
      (await entries()).map(({ number: one }) => one),
      [11, 12]
    )
    assert.deepEqual(await pairs(), [])
    assert.deepEqual(await tagged(), [{ entry: String(kept) }])
    assert.deepEqual(
      await rows(
        `SELECT doc.docket_entry_id FROM prayers JOIN archive_documents doc ON doc.id = document_id WHERE user_id = ${account.id}`
      ),
      [{ docket_entry_id: kept }]
    )
    assert.deepEqual(
      await rows(
        `SELECT action FROM audit_entries WHERE subject = 'entry ${String(kept)}' AND action = 'entry.merge'`
      ),
      [{ action: 'entry.merge' }]
    )
    // The feed repeats its items.
    await announce('Order')
    assert.lengthOf(await entries(), 2)
    await rows(`DELETE FROM site_tags WHERE name = 'duplicate-${docket.id}'`)
  })

  test('a dismissed pair is not listed again', async ({ assert }) => {
    await orders()
    await announce('Order')
    const staff = await signedIn(await makeAccount({ rights: [MERGE_RIGHT] }))
    for (const { id } of await pairs())
      await staff.submit(`${LIST}${String(id)}/dismiss/`, {}, { from: LIST })
    assert.notInclude((await staff.get(LIST)).text, `/docket/${docket.id}/`)
    await announce('Order')
    await orders()
    assert.deepEqual(
      (await pairs()).map(({ open }) => open),
      [false, false]
    )
    assert.lengthOf(await entries(), 3)
  })

  test('accounts without the permission cannot see or change pairs', async ({ assert }) => {
    await orders()
    await announce('Order')
    const visitor = await signedIn(await makeAccount({}))
    assert.equal((await visitor.get(LIST)).status, 403)
    const [first] = await pairs()
    await visitor
      .submit(`${LIST}${String(first!.id)}/merge/`, {}, { from: '/profile/' })
      .catch(() => undefined)
    assert.lengthOf(await entries(), 3)
  })
})
