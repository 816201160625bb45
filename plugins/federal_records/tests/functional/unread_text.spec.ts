/** Text of court pages that wasn't read: what is stored, what staff see, and what is removed. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { metrics } from '#app/support/metrics'
import { settings as serverSettings } from '#start/env'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import UnreadGroup from '../../models/unread_group.js'
import UnreadPage from '../../models/unread_page.js'
import UnreadPassage from '../../models/unread_passage.js'
import { REVIEW_RIGHT, SEAL_RIGHT } from '../../rights.js'
import settings from '../../settings.js'
import { normalizePassage } from '../../unread_text/normalize_passage.js'
import { UnreadPageRemover } from '../../unread_text/remove_pages.js'
import consumer from '../../unread_text/deleted_dockets_consumer.js'
import { keptFiles, recordPage, removeUnreadText } from '../unread_pages.js'

const LIST = '/admin/unread-text/'
const PAGE = `${LIST}cand/district_docket/`

const groupOf = (kind = 'district_docket', courtId = 'cand') =>
  UnreadGroup.findByOrFail({ courtId, kind })
const openPassages = () => UnreadPassage.query().where('isDismissed', false).orderBy('id')
const texts = async () => (await openPassages()).map(({ text }) => text)

test.group('unread text', (group) => {
  let docket: OwnDocket
  let other: OwnDocket
  let staff: Visitor

  group.setup(async () => {
    staff = await signedIn(await makeAccount({ rights: [REVIEW_RIGHT] }))
  })
  group.each.setup(async () => {
    await removeUnreadText()
    docket = await makeDocket({ court_id: 'cand' })
    other = await makeDocket({ court_id: 'cand' })
    return async () => {
      await docket.remove()
      await other.remove()
      await removeUnreadText()
    }
  })

  const record = (...passages: string[]) => recordPage({ passages, dockets: [docket.id] })
  const prune = async () => {
    const remover = await app.container.make(UnreadPageRemover)
    await remover.prune(new AbortController().signal)
  }
  const age = async (days: number) => {
    const database = await app.container.make('lucid.db')
    for (const [table, ...columns] of [
      ['unread_pages', 'date_created'],
      ['unread_passages', 'first_seen', 'last_seen'],
      ['unread_groups', 'first_seen', 'newest_seen', 'last_seen'],
    ] as const)
      for (const column of columns)
        await database.rawQuery(
          `UPDATE ${table} SET ${column} = ${column} - make_interval(days => ?)`,
          [days]
        )
  }

  test('a page with unread passages gets a sentence, and one without gets none', async ({
    assert,
  }) => {
    assert.equal(await record(), '')
    assert.equal(await UnreadGroup.query().first(), null)
    assert.equal(await record('A new notice'), "1 passage of the page wasn't read.")
    assert.equal(await record('One', 'Two'), "2 passages of the page weren't read.")
    const dockets = [docket.id]
    assert.equal(
      await recordPage({ passages: ['One'], dockets, source: 'feed', kind: 'rss_feed' }),
      "1 passage of the feed wasn't read."
    )
    assert.equal(
      await recordPage({ passages: ['One', 'Two'], dockets, source: 'email', kind: 'notice' }),
      "2 passages of the email weren't read."
    )
    const many = Array.from({ length: 120 }, (_, place) => `Passage ${'x'.repeat(place)}`)
    assert.equal(await record(...many), "At least 100 passages of the page weren't read.")
  })

  test('passages are counted once per page, and groups by court and kind', async ({ assert }) => {
    await record('Alpha', 'Beta', 'Beta')
    await record('Alpha')
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], kind: 'notice' })
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], court: 'nysd' })
    const counts = await groupOf()
    assert.deepEqual([counts.passages, counts.pages], [2, 2])
    const passages = await openPassages().where('groupId', counts.id)
    assert.deepEqual(
      passages.map(({ text, pages }) => [text, pages]),
      [
        ['Alpha', 2],
        ['Beta', 1],
      ]
    )
    assert.equal((await groupOf('district_docket', 'nysd')).pages, 1)
  })

  test('recording a page again changes nothing', async ({ assert }) => {
    const page = { passages: ['Alpha', 'Beta'], dockets: [docket.id], content: '<p>The same</p>' }
    const state = async () =>
      JSON.stringify([await UnreadGroup.all(), await UnreadPage.all(), await UnreadPassage.all()])
    const note = await recordPage(page)
    const before = await state()
    const files = await keptFiles()
    for (let again = 0; again < 3; again++) assert.equal(await recordPage(page), note)
    assert.equal(await state(), before)
    assert.deepEqual(await keptFiles(), files)
  })

  test('passages that differ only in numbers and dates are one: {0}')
    .with([
      ['Filed 01/02/2024', 'Filed 03/04/2024'],
      ['Filed 1/2/24', 'Filed 12/13/2024'],
      ['Filed January 2, 2024', 'Filed Dec. 13th, 2025'],
      ['Filed 2 May 2024', 'Filed 30 September 2025'],
      ['Filed 02-Mar-24', 'Filed 13-Apr-25'],
      ['As of 2024-03-04', 'As of 2025-12-31'],
      ['Monday, March 4, 2024', 'Tuesday, April 15, 2025'],
      ['Printed 10:30 AM EST', 'Printed 9:05:59 PM PDT'],
      ['Case 1:24-cv-00123-ABC', 'Case 3:09-cr-7-XY-ZW'],
      ['Page 1 of 22', 'Page 13 of 9'],
      ['Total $1,234.56', 'Total $7'],
      ['Filed this 2nd day of March, 2024', 'Filed this 31st day of May, 2025'],
      ['Spaced   text\n5', 'Spaced text 6'],
    ])
    .run(async ({ assert }, [one, another]) => {
      await record(one!)
      await record(another!)
      const passages = await openPassages()
      assert.deepEqual(
        passages.map(({ text, pages }) => [text, pages]),
        [[another, 2]]
      )
    })

  test('passages with different words stay apart', async ({ assert }) => {
    const different = [
      'Filed 1/2/24',
      'Entered 1/2/24',
      'May the court',
      'March the court',
      'No. 5',
      'Nos. 5',
    ]
    await record(...different)
    assert.deepEqual(await texts(), different)
    assert.equal(normalizePassage('It may please'), 'It may please')
  })

  test('numbers of persons and invalid characters are not stored', async ({ assert }) => {
    await record('Alien A123-456-789 and A 12 345 678, SSN 123-45-6789', 'Null\0 and \ud800 half')
    assert.deepEqual(await texts(), [
      'Alien A[removed] and A[removed], SSN [removed]',
      'Null and \ufffd half',
    ])
  })

  test('passages of a page and of a group are limited in number and length', async ({ assert }) => {
    const word = (number: number) =>
      [...String(number).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    await record('z'.repeat(5000))
    assert.equal((await texts())[0]!.length, 1000)
    for (let page = 0; page < 6; page++)
      await record(...Array.from({ length: 130 }, (_, place) => word(page * 130 + place)))
    const found = await texts()
    assert.lengthOf(found, 500)
    assert.include(found, word(650))
    assert.notInclude(found, word(0))
    assert.equal((await groupOf()).passages, 500)
  })

  test('dismissed passages of a court and kind do not return until their words differ', async ({
    assert,
  }) => {
    await record('Due 01/02/2024', 'Keep this')
    const [passage] = await openPassages()
    const path = `${PAGE}${passage!.id}/dismiss/`
    assert.equal((await staff.submit(path, {}, { from: PAGE })).location, PAGE)
    assert.include((await staff.get(PAGE)).text, 'Passage dismissed.')
    assert.deepEqual(await texts(), ['Keep this'])
    await passage!.refresh()
    assert.deepEqual([passage!.text, passage!.place, passage!.pageId], ['', '', null])
    assert.equal(await record('Due 03/04/2025'), '')
    assert.equal(await record('Due 03/04/2025', 'New'), "1 passage of the page wasn't read.")
    assert.deepEqual(await texts(), ['Keep this', 'New'])
    assert.equal(await record('Due on 03/04/2025'), "1 passage of the page wasn't read.")
    const elsewhere = { passages: ['Due 01/02/2024'], dockets: [docket.id] }
    assert.notEqual(await recordPage({ ...elsewhere, kind: 'notice' }), '')
    assert.notEqual(await recordPage({ ...elsewhere, court: 'nysd' }), '')
    await staff.submit(path, {}, { from: PAGE })
    assert.include((await staff.get(PAGE)).text, 'already dismissed')
    const database = await app.container.make('lucid.db')
    const audited = await database.from('audit_entries').where('action', 'unread_text.dismiss')
    assert.lengthOf(audited, 1)
    assert.containsSubset(audited[0], {
      subject: 'cand: District docket',
      before: { text: 'Due 01/02/2024', place: 'Docket' },
    })
  })

  test('a group without passages is not listed, and counts from zero afterward', async ({
    assert,
  }) => {
    await record('Only')
    const [passage] = await openPassages()
    await staff.submit(`${PAGE}${passage!.id}/dismiss/`, {}, { from: PAGE })
    assert.notInclude((await staff.get(LIST)).text, PAGE)
    assert.equal((await groupOf()).pages, 0)
    await record('Another')
    assert.equal((await groupOf()).pages, 1)
    assert.include((await staff.get(LIST)).text, PAGE)
  })

  test('staff see groups with the newest text first, and their passages', async ({ assert }) => {
    await recordPage({ passages: ['Older'], dockets: [docket.id], kind: 'notice' })
    await age(3)
    await recordPage({
      passages: [{ text: '<script>alert(1)</script>', place: 'Parties & counsel' }],
      dockets: [docket.id],
    })
    await recordPage({ passages: ['Older'], dockets: [docket.id], kind: 'notice' })
    const list = (await staff.get(LIST)).text
    assert.isBelow(list.indexOf(PAGE), list.indexOf(`${LIST}cand/notice/`))
    const shown = (await staff.get(PAGE)).text
    assert.include(shown, '&lt;script&gt;alert(1)')
    assert.notInclude(shown, '<script>alert')
    assert.include(shown, 'Parties &amp; counsel')
    const filtered = (await staff.get(`${LIST}?court=nysd`)).text
    assert.notInclude(filtered, PAGE)
  })

  test('a page of passages continues with older ones', async ({ assert }) => {
    const words = Array.from({ length: 70 }, (_, place) => `${'ab'.repeat(place + 1)} end`)
    await record(...words)
    const first = (await staff.get(PAGE)).text
    assert.include(first, `>${words[69]}<`)
    assert.notInclude(first, `>${words[0]}<`)
    const [, next] = /href="(\?before=\d+)" rel="next"/.exec(first)!
    assert.include((await staff.get(PAGE + next)).text, `>${words[0]}<`)
    assert.equal((await staff.get(`${PAGE}?before=x`)).status, 200)
  })

  test('the page of a passage is only downloaded, never displayed', async ({ assert }) => {
    const content = '<html><script>alert(1)</script>'
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], content })
    const [page] = await UnreadPage.all()
    const path = `${PAGE}${page!.id}/original/`
    assert.include((await staff.get(PAGE)).text, path)
    const { status, headers, text } = await staff.get(path)
    assert.deepEqual([status, text], [200, content])
    assert.equal(headers.get('content-type'), 'application/octet-stream')
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="cand-district_docket-${page!.id}.txt"`
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.include(headers.get('content-security-policy'), 'sandbox')
    assert.equal(headers.get('cache-control'), 'no-store')
    for (const wrong of [
      `${LIST}nysd/district_docket/${page!.id}/original/`,
      `${LIST}cand/notice/${page!.id}/original/`,
      `${PAGE}${page!.id + 1}/original/`,
      `${PAGE}x/original/`,
      `${LIST}nowhere/district_docket/`,
      `${LIST}cand/District%20Docket/`,
    ])
      assert.equal((await staff.get(wrong)).status, 404, wrong)
    assert.equal((await new Visitor().get(`/storage/${page!.path}`)).status, 404)
  })

  test('the last page of each passage and ten others are kept', async ({ assert }) => {
    await record('Rare')
    for (let page = 0; page < 14; page++) await record('Frequent')
    const kept = await UnreadPage.query().whereNot('path', '').orderBy('id')
    assert.lengthOf(kept, 12)
    assert.deepEqual((await keptFiles()).length, 12)
    const [rare, frequent] = await openPassages()
    assert.equal(kept[0]!.id, rare!.pageId)
    assert.equal(kept.at(-1)!.id, frequent!.pageId)
  })

  test('pages are removed after the days of the setting, and passages later', async ({
    assert,
  }) => {
    await record('Alpha')
    await age(settings.unreadPagesDays - 1)
    await prune()
    assert.lengthOf(await keptFiles(), 1)
    await age(2)
    await prune()
    assert.lengthOf(await keptFiles(), 0)
    assert.deepEqual(await texts(), ['Alpha'])
    assert.notInclude((await staff.get(PAGE)).text, '/original/')
    await age(90)
    await prune()
    assert.deepEqual([await UnreadPage.all(), await UnreadPassage.all()], [[], []])
    assert.deepEqual(await UnreadGroup.all(), [])
  })

  test('no page is kept with 0 days', async ({ assert, cleanup }) => {
    const { unreadPagesDays: days } = settings
    cleanup(() => void (settings.unreadPagesDays = days))
    await record('Before')
    settings.unreadPagesDays = 0
    await record('Alpha')
    assert.lengthOf(await keptFiles(), 1)
    await prune()
    assert.lengthOf(await keptFiles(), 0)
    assert.deepEqual(await texts(), ['Before', 'Alpha'])
  })

  test('dismissals outlast pages and passages', async ({ assert }) => {
    await record('Alpha')
    const [passage] = await openPassages()
    await staff.submit(`${PAGE}${passage!.id}/dismiss/`, {}, { from: PAGE })
    await age(400)
    await prune()
    assert.equal(await record('Alpha'), '')
  })

  test('files of uncommitted pages are removed after a day', async ({ assert }) => {
    const folder = join(serverSettings.dataDir, 'files/unread-pages/ab')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'abandoned')
    writeFileSync(path, 'x')
    await prune()
    assert.include(await keptFiles(), path)
    const old = new Date(Date.now() - 90_000_000)
    utimesSync(path, old, old)
    await prune()
    assert.notInclude(await keptFiles(), path)
  })

  test('sealing a document removes the pages of its docket', async ({ assert }) => {
    const { documents } = await docket.addEntry('MOTION')
    const { documents: unsealed } = await other.addEntry('MOTION')
    assert.lengthOf(unsealed, 1)
    await record('Alpha')
    await recordPage({ passages: ['Beta'], dockets: [other.id] })
    await recordPage({ passages: ['Gamma'], dockets: [other.id, docket.id], content: 'both' })
    assert.lengthOf(await keptFiles(), 3)
    const sealer = await signedIn(await makeAccount({ rights: [SEAL_RIGHT] }))
    const path = `/admin/documents/${documents[0]}/seal/`
    const sealed = await sealer.submit(path, {}, { from: path })
    assert.equal(sealed.location, '/admin/sealed-documents/', sealed.text)
    assert.lengthOf(await UnreadPage.query().whereNot('path', ''), 1)
    const files = await keptFiles()
    assert.lengthOf(files, 1)
    const [kept] = await UnreadPage.query().whereNot('path', '')
    assert.isTrue(files[0]!.endsWith(kept!.path))
    // While it is sealed, no page of the docket is kept.
    await record('Delta')
    assert.lengthOf(await keptFiles(), 1)
    assert.include(await texts(), 'Delta')
  })

  test('a page is unavailable as soon as its docket is sealed or deleted', async ({ assert }) => {
    const { documents } = await docket.addEntry('MOTION')
    await record('Alpha')
    await recordPage({ passages: ['Beta'], dockets: [other.id] })
    const pages = await UnreadPage.query().orderBy('id')
    const status = async (page: UnreadPage) =>
      (await staff.get(`${PAGE}${page.id}/original/`)).status
    const database = await app.container.make('lucid.db')
    await database.table('document_seals').insert({ document_id: documents[0] })
    await other.remove()
    for (const page of pages) assert.equal(await status(page), 404)
    assert.notInclude((await staff.get(PAGE)).text, '/original/')
    await prune()
    assert.lengthOf(await keptFiles(), 0)
  })

  test('pages of deleted dockets are removed, with passages of no other case', async ({
    assert,
  }) => {
    await record('Only here', 'Also there 5')
    await recordPage({ passages: ['Also there 6'], dockets: [other.id] })
    await recordPage({ passages: ['Elsewhere'], dockets: [other.id] })
    await record('Also there 7')
    await docket.remove()
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) =>
      consumer.handle({
        changes: [{ table: 'dockets', kind: 'deleted', ids: [[docket.id, docket.id]] }],
        trx,
      } as never)
    )
    assert.sameMembers(await texts(), ['Also there 0', 'Elsewhere'])
    assert.equal((await groupOf()).passages, 2)
    assert.lengthOf(await keptFiles(), 2)
    assert.lengthOf(await UnreadPage.all(), 2)
  })

  test('a page that is recorded again after its docket was deleted counts again', async ({
    assert,
  }) => {
    const content = 'the same'
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], content })
    await docket.remove()
    await prune()
    assert.deepEqual(await texts(), [])
    await recordPage({ passages: ['Alpha'], dockets: [other.id], content })
    assert.deepEqual(await texts(), ['Alpha'])
  })

  test('pages that are recorded at once are all counted', async ({ assert }) => {
    await Promise.all(
      Array.from({ length: 12 }, (_, page) => record('Alpha', `Page ${'x'.repeat(page)}`))
    )
    const counts = await groupOf()
    assert.deepEqual([counts.passages, counts.pages], [13, 12])
    const alpha = await UnreadPassage.findByOrFail({ text: 'Alpha' })
    assert.equal(alpha.pages, 12)
  })

  test('a rolled-back page leaves neither rows nor counts', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const before = await counted()
    await assert.rejects(() =>
      recordPage({ passages: ['Alpha'], dockets: [docket.id], court: 'no_such_court' })
    )
    assert.deepEqual(await database.from('unread_pages'), [])
    assert.equal(await counted(), before)
  })

  test('a metric counts the passages of each new page', async ({ assert }) => {
    const before = await counted()
    const page = { passages: ['Alpha', 'Beta'], dockets: [docket.id], content: 'once' }
    await recordPage(page)
    await recordPage(page)
    assert.equal(await counted(), before + 2)
    const bankruptcy = { kind: 'bankruptcy_docket', court: 'cacb' } as const
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], ...bankruptcy })
    assert.isAtLeast(await counted('bankruptcy', 'bankruptcy_docket'), 1)
  })

  test('a metric counts pages that a second kind fits almost as well', async ({ assert }) => {
    const close = async () => {
      const { values } = await metrics.getSingleMetric('curia_close_recognitions_total')!.get()
      const labels = { page_kind: 'district_docket', runner_up: 'bankruptcy_docket' }
      return values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value ?? 0
    }
    const before = await close()
    const runnerUp = { kind: 'bankruptcy_docket', score: 8 } as const
    const page = { passages: [], dockets: [docket.id] }
    await recordPage({ ...page, recognition: { score: 9, runnerUp, close: true } })
    await recordPage({ ...page, recognition: { score: 12, runnerUp, close: false } })
    assert.equal(await close(), before + 1)
  })

  test('new text needs the attention of staff for a day', async ({ assert }) => {
    const dashboard = await signedIn(
      await makeAccount({ rights: ['dashboard.view', REVIEW_RIGHT] })
    )
    const NEED = '1 kind of court page has new text that was not read'
    assert.notInclude((await dashboard.get('/admin/')).text, NEED)
    await record('Alpha')
    assert.include((await dashboard.get('/admin/')).text, NEED)
    assert.include((await dashboard.get('/admin/health/')).text, 'Kinds with unread text')
    await age(2)
    await record('Alpha')
    assert.notInclude((await dashboard.get('/admin/')).text, NEED)
  })

  test('only staff with the permission have access', async ({ assert }) => {
    await record('Alpha')
    const [page] = await UnreadPage.all()
    const [passage] = await openPassages()
    const paths = [LIST, PAGE, `${PAGE}${page!.id}/original/`]
    const user = await signedIn(await makeAccount())
    const others = await signedIn(
      await makeAccount({ rights: ['dashboard.view', SEAL_RIGHT, 'upload.manage'] })
    )
    for (const path of paths) {
      const anonymous = await new Visitor().get(path)
      assert.deepEqual([anonymous.status, anonymous.location?.slice(0, 9)], [302, '/sign-in/'])
      assert.equal((await user.get(path)).status, 403, path)
      assert.equal((await others.get(path)).status, 403, path)
      assert.equal((await staff.get(path)).status, 200, path)
    }
    const dismiss = `${PAGE}${passage!.id}/dismiss/`
    for (const visitor of [user, others])
      assert.equal((await visitor.submit(dismiss, {}, { from: '/profile/settings/' })).status, 403)
    assert.equal((await staff.post(dismiss, {})).status, 403)
    assert.lengthOf(await openPassages(), 1)
  })

  async function counted(courtKind = 'district', pageKind = 'district_docket'): Promise<number> {
    const { values } = (await metrics.getSingleMetric('curia_unread_fragments_total')!.get()) as {
      values: { value: number; labels: Record<string, string> }[]
    }
    const found = values.find(
      ({ labels }) => labels.court_kind === courtKind && labels.page_kind === pageKind
    )
    return found?.value ?? 0
  }

  test('the kept file has the bytes of the page', async ({ assert }) => {
    await recordPage({ passages: ['Alpha'], dockets: [docket.id], content: 'caf\u00e9 <p>' })
    const [file] = await keptFiles()
    assert.equal(readFileSync(file!, 'utf8'), 'caf\u00e9 <p>')
  })
})
