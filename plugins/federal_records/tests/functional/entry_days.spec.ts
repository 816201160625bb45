/**
 * An event is filed on one day and entered on another, and a feed prints its time in Greenwich. It
 * is one entry, which is announced once, in any order of the sources.
 */
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { parseRssFeed } from '#app/court_pages/rss_feed'
import { parseNotice } from '#app/court_pages/notice'
import { caseRows, htmlMessage, row } from '#tests/court_pages/notice_messages'
import type { MergeablePage } from '../../docket_sheet/from_pages/converters.js'
import { makeOrders, mergeInOrder } from '../source_orders.js'
import { CASE_ID, docketPage, entry, NUMBER } from '../use_pages.js'
import { useSheets } from '../use_sheets.js'

interface Event {
  title: string
  /** As the notice prints it. */
  notice: string
  /** As the feed prints it. */
  feed: string
  filed: string
  entered: string
  court?: string
}

const STREAM = 84

const EVENTS: Event[] = [
  {
    title: 'filed and entered on one day',
    notice: 'entered on 1/5/2024 at 4:10 PM EST and filed on 1/5/2024',
    feed: 'Fri, 05 Jan 2024 21:10:12 GMT',
    filed: '2024-01-05',
    entered: '2024-01-05',
  },
  {
    title: 'entered two days after it was filed',
    notice: 'entered on 1/5/2024 at 4:10 PM EST and filed on 1/3/2024',
    feed: 'Fri, 05 Jan 2024 21:10:12 GMT',
    filed: '2024-01-03',
    entered: '2024-01-05',
  },
  {
    title: 'entered weeks after it was filed',
    notice: 'entered on 2/15/2024 at 4:10 PM EST and filed on 1/3/2024',
    feed: 'Thu, 15 Feb 2024 21:10:12 GMT',
    filed: '2024-01-03',
    entered: '2024-02-15',
  },
  {
    title: 'entered in the evening, which is the next day in Greenwich',
    notice: 'entered on 1/5/2024 at 7:30 PM EST and filed on 1/5/2024',
    feed: 'Sat, 06 Jan 2024 00:30:12 GMT',
    filed: '2024-01-05',
    entered: '2024-01-05',
  },
  {
    title: 'filed earlier, and entered in the evening',
    notice: 'entered on 1/5/2024 at 8:30 PM PST and filed on 1/2/2024',
    feed: 'Sat, 06 Jan 2024 04:30:12 GMT',
    filed: '2024-01-02',
    entered: '2024-01-05',
  },
  {
    title: 'filed before midnight and entered after it',
    notice: 'entered on 01/05/2024  at 00:34 AM EST and filed on 01/04/2024',
    feed: 'Fri, 05 Jan 2024 05:34:12 GMT',
    filed: '2024-01-04',
    entered: '2024-01-05',
  },
  {
    title: 'entered late in Hawaii',
    notice: 'entered on 1/5/2024 at 11:50 PM HST and filed on 1/4/2024',
    feed: 'Sat, 06 Jan 2024 09:50:12 GMT',
    filed: '2024-01-04',
    entered: '2024-01-05',
  },
  {
    title: 'entered in the morning in Guam',
    notice: 'entered on 1/5/2024 at 8:30 AM ChST and filed on 1/5/2024',
    feed: 'Thu, 04 Jan 2024 22:30:12 GMT',
    filed: '2024-01-05',
    entered: '2024-01-05',
    court: 'gud',
  },
  {
    title: 'entered in Guam after it was filed',
    notice: 'entered on 1/8/2024 at 8:30 AM ChST and filed on 1/5/2024',
    feed: 'Sun, 07 Jan 2024 22:30:12 GMT',
    filed: '2024-01-05',
    entered: '2024-01-08',
    court: 'gud',
  },
  {
    title: "a feed in the court's time",
    notice: 'entered on 1/5/2024 at 9:10 AM EST and filed on 1/3/2024',
    feed: 'Fri, 05 Jan 2024 09:10:12 EST',
    filed: '2024-01-03',
    entered: '2024-01-05',
  },
  {
    title: 'a feed with an offset',
    notice: 'entered on 1/5/2024 at 11:10 PM CST and filed on 1/3/2024',
    feed: 'Fri, 05 Jan 2024 23:10:12 -0600',
    filed: '2024-01-03',
    entered: '2024-01-05',
  },
  {
    title: 'entered by a named clerk',
    notice: 'entered by Delgado, Rosa on 1/5/2024 at 4:10 PM and filed on 1/3/2024',
    feed: 'Fri, 05 Jan 2024 21:10:12 GMT',
    filed: '2024-01-03',
    entered: '2024-01-05',
  },
  {
    title: 'received from a lawyer',
    notice: 'received from Delgado, Rosa entered on 1/5/2024 at 4:10 PM EST and filed on 1/3/2024',
    feed: 'Fri, 05 Jan 2024 21:10:12 GMT',
    filed: '2024-01-03',
    entered: '2024-01-05',
  },
  {
    title: 'a notice without the date of filing',
    notice: 'entered on 1/5/2024 at 4:10 PM EST',
    feed: 'Fri, 05 Jan 2024 21:10:12 GMT',
    filed: '2024-01-05',
    entered: '2024-01-05',
  },
  {
    title: 'the turn of the year',
    notice: 'entered on 1/2/2024 at 6:05 PM CST and filed on 12/29/2023',
    feed: 'Wed, 03 Jan 2024 00:05:12 GMT',
    filed: '2023-12-29',
    entered: '2024-01-02',
  },
]

const TEXT =
  'ORDER granting 12 Motion for Extension of Time to Answer. Signed by Judge Rosa Delgado.'
const LABEL = 'Order on Motion for Extension of Time to Answer'

const printed = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

/** The event in a feed, a notice, a history, and a docket report, none with its number. */
async function sourcesOf({ notice, feed, filed, entered, court = 'nysd' }: Event) {
  const item = `<item><title><![CDATA[${NUMBER} One v. Two]]></title><pubDate>${feed}</pubDate><guid isPermaLink="true">https://ecf.${court}.uscourts.gov/cgi-bin/DktRpt.pl?${CASE_ID}</guid><description><![CDATA[[${LABEL}]]]></description><link>https://ecf.${court}.uscourts.gov/cgi-bin/DktRpt.pl?${CASE_ID}</link></item>`
  const message = htmlMessage(
    `<b>Notice of Electronic Filing</b><div><br>The following transaction was ${notice}<br>${caseRows('One v. Two', NUMBER, 'No document attached', Number(CASE_ID))}${row('Judge', '')}<p><strong>Docket Text:</strong><br><b>${TEXT}</b></p></div>`,
    `Activity in Case ${NUMBER} One v. Two ${LABEL}`
  )
  const unnumbered = { ...entry(null), date_filed: filed, date_entered: entered }
  const history = {
    ...docketPage().result,
    parties: undefined,
    docket_entries: [{ ...unnumbered, description: '', short_description: LABEL }],
  }
  const sheet = docketPage({
    docket_entries: [
      {
        ...unnumbered,
        description: `${TEXT} (Entered: ${printed(entered)})`,
        date_entered: entered,
      },
    ],
  })
  const pages = {
    feed: {
      kind: 'rss_feed',
      result: parseRssFeed(`<rss><channel><title>x</title>${item}</channel></rss>`, court),
    },
    notice: { kind: 'notice', result: await parseNotice(message, court) },
    history: { kind: 'history_report', result: history },
    sheet,
  }
  return Object.entries(pages).map(([name, page]) => ({
    name,
    page: page as unknown as MergeablePage,
  }))
}

test.group('days of entries', (group) => {
  const sheets = useSheets(group)
  group.setup(async () => {
    await sheets.scratch.client.query(
      `INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
       VALUES ('gud', 5, 'D. Guam', 'District of Guam', 'FD')`
    )
  })

  /** Merges sources in all orders, each in its own transaction. */
  async function mergeAll(court: string, sources: Awaited<ReturnType<typeof sourcesOf>>) {
    const results = []
    for (const order of makeOrders(sources, Random.of(1, STREAM, 0), Infinity)) {
      const trx = await sheets.scratch.lucid.transaction()
      try {
        results.push(await mergeInOrder(trx, { court, registryCaseId: CASE_ID }, order))
      } finally {
        await trx.rollback()
      }
    }
    return results
  }

  test('{title}: one entry and one alert in any order')
    .with(EVENTS)
    .run(async ({ assert }, event) => {
      const sources = await sourcesOf(event)
      const results = await mergeAll(event.court ?? 'nysd', sources)
      assert.lengthOf(results, 24)
      for (const { order, entries, announced } of results)
        assert.deepEqual([entries, announced], [1, 1], order.join())
      assert.lengthOf([...new Set(results.map(({ content }) => content))], 1)
      assert.include(results[0]!.content, `"date_filed": "${event.filed}"`)
    })

  test('{title}: a feed and a notice, without other sources')
    .with(EVENTS)
    .run(async ({ assert }, event) => {
      const sources = (await sourcesOf(event)).slice(0, 2)
      const results = await mergeAll(event.court ?? 'nysd', sources)
      for (const { order, entries, announced } of results)
        assert.deepEqual([entries, announced], [1, 1], order.join())
      assert.lengthOf([...new Set(results.map(({ content }) => content))], 1)
    })

  test('an event of the day before is another entry if the feed has the time of the court', async ({
    assert,
  }) => {
    const [event, before] = [
      EVENTS[9]!,
      { ...EVENTS[0]!, filed: '2024-01-04', entered: '2024-01-04' },
    ]
    const [feed] = await sourcesOf(event)
    const sheet = (await sourcesOf(before)).at(-1)!
    for (const { entries, announced } of await mergeAll('nysd', [feed!, sheet]))
      assert.deepEqual([entries, announced], [2, 2])
  })
})
