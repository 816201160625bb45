/** Court feeds (court-system, 7). */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { NotSupported } from '#app/support/domain_error'
import { JobRegistry } from '#app/jobs/job_registry'
import { FeedReader, type FeedOutcome } from '../../read_feeds.js'
import CourtFeed from '../../models/court_feed.js'
import { leaveCourt, useCourt, CourtServer } from '../court_server.js'

let cases = Date.now() % 10_000_000

interface Item {
  caseId: number
  number?: number
  event?: string
  name?: string
}

const itemOf = ({ caseId, number = 1, event = 'Motion', name = 'Quill v. Blot' }: Item) =>
  `<item><title>1:31-cv-${String(caseId % 100_000).padStart(5, '0')} ${name}</title>
<pubDate>Tue, 04 Mar 2031 11:52:07 GMT</pubDate><guid isPermaLink="true">https://ecf.cand.uscourts.gov/${caseId}-${number}</guid>
<description>[${event}] (&lt;a href=&quot;https://ecf.cand.uscourts.gov/doc1/0351${caseId}${number}?caseid=${caseId}&amp;amp;de_seq_num=${number}&quot; &gt;${number}&lt;/a&gt;)</description>
<link>https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?${caseId}</link></item>`

const feedOf = (items: Item[]) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Court</title>${items.map(itemOf).join('\n')}</channel></rss>`

test.group('court feeds', (group) => {
  takesMinutes(group)
  let court: CourtServer
  let first: number
  /** Feeds by court. */
  let feeds: Record<string, string | number>

  group.each.setup(async () => {
    court = await CourtServer.start()
    feeds = {}
    court.answer = (response, request) => {
      const feed = feeds[request.headers.host!.split('.')[1]!] ?? 404
      if (typeof feed === 'number') response.writeHead(feed).end()
      else response.setHeader('content-type', 'text/xml').end(feed)
    }
    await useCourt(court)
    first = cases += 1000
    await CourtFeed.query().delete()
    return async () => {
      await leaveCourt()
      await court.stop()
      const database = await app.container.make('lucid.db')
      const ids = Array.from({ length: 1000 }, (_, at) => String(first + at))
      await database.from('dockets').whereIn('registry_case_id', ids).delete()
    }
  })

  async function read(courts?: string[], signal = new AbortController().signal) {
    const outcomes: FeedOutcome[] = []
    await (
      await app.container.make(FeedReader)
    ).read({ signal, courts, told: (outcome) => outcomes.push(outcome) })
    return outcomes
  }
  async function entries(caseId: number) {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT e.entry_number, doc.description, doc.registry_doc_id, d.case_name FROM dockets d
       JOIN docket_entries e ON e.docket_id = d.id JOIN archive_documents doc ON doc.docket_entry_id = e.id
       WHERE d.registry_case_id = ? AND d.court_id = 'cand' ORDER BY e.entry_number`,
      [String(caseId)]
    )
    return rows as Record<string, unknown>[]
  }

  test('create dockets, entries, and documents; known items change nothing', async ({ assert }) => {
    feeds.cand = feedOf([{ caseId: first }, { caseId: first + 1 }])
    assert.deepEqual(await read(['cand']), [
      { court: 'cand', changes: { items: 2, entries: 2, refused: 0 } },
    ])
    assert.deepEqual(await entries(first), [
      {
        entry_number: '1',
        description: 'Motion',
        registry_doc_id: `0350${first}1`,
        case_name: 'Quill v. Blot',
      },
    ])
    assert.deepEqual(await read(['cand']), [{ court: 'cand', changes: null }])
    feeds.cand = feedOf([{ caseId: first }, { caseId: first, number: 2, event: 'Order' }])
    assert.deepEqual(await read(['cand']), [
      { court: 'cand', changes: { items: 2, entries: 1, refused: 0 } },
    ])
    assert.lengthOf(await entries(first), 2)
  })

  test('that fail do not stop the others and are retried', async ({ assert }) => {
    feeds.cand = feedOf([{ caseId: first }])
    feeds.nysd = 500
    feeds.ded = '<html><body>Good morning</body></html>'
    feeds.wawd = '<rss><channel><item><title>'
    const outcomes = await read(['ded', 'nysd', 'wawd', 'cand'])
    assert.deepEqual(
      outcomes.map((outcome) => [outcome.court, 'failure' in outcome]),
      [
        ['ded', true],
        ['nysd', true],
        ['wawd', false],
        ['cand', false],
      ]
    )
    assert.lengthOf(await entries(first), 1)
    const failing = await CourtFeed.query().whereNotNull('failingSince').orderBy('courtId')
    assert.deepEqual(
      failing.map(({ courtId }) => courtId),
      ['ded', 'nysd']
    )
    assert.include(failing[0]!.message, "can't be parsed")
    const since = failing[1]!.failingSince
    await read(['nysd'])
    const still = await CourtFeed.findByOrFail({ courtId: 'nysd' })
    assert.deepEqual(still.failingSince, since)
    feeds.nysd = feedOf([])
    await read(['nysd'])
    assert.isNull((await CourtFeed.findByOrFail({ courtId: 'nysd' })).failingSince)
  })

  test('skip invalid items', async ({ assert }) => {
    const items = Array.from({ length: 120 }, (_, at) => ({ caseId: first + at }))
    feeds.cand = feedOf([...items, { caseId: first + 120, event: 'x'.repeat(200_000) }])
    const [outcome] = await read(['cand'])
    assert.containSubset(outcome, { changes: { items: 121 } })
    assert.lengthOf(await entries(first + 119), 1)
  })

  test('are read in order, one at a time, at one URL each', async ({ assert }) => {
    let open = 0
    let most = 0
    court.answer = (response) => {
      most = Math.max(most, ++open)
      response.once('close', () => open--)
      setTimeout(() => response.setHeader('connection', 'close').end(feedOf([])), 5)
    }
    const outcomes = await read()
    const courts = outcomes.map(({ court: id }) => id)
    assert.includeMembers(courts, ['cand', 'nysd', 'ca9'])
    assert.notInclude(courts, 'scotus')
    assert.deepEqual(courts, courts.toSorted())
    assert.lengthOf(court.asked, courts.length)
    assert.equal(most, 1)
  })

  test('stop when aborted', async ({ assert }) => {
    feeds.cand = feedOf([{ caseId: first }])
    await assert.rejects(() => read(['cand'], AbortSignal.abort()))
    assert.lengthOf(court.asked, 0)
  })

  test('are not read while fetching is off', async ({ assert }) => {
    await useCourt(null)
    await assert.rejects(() => read(['cand']), NotSupported)
  })

  test('have no schedule by default', async ({ assert }) => {
    const jobs = await app.container.make(JobRegistry)
    assert.notProperty(jobs.get('court_notices.read_feeds'), 'cron')
  })
})
