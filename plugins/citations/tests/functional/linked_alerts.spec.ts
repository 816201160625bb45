/** Search alerts and emails for edges and counts that linking derives. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import {
  listAlertHits,
  loadedMatcher,
  makeReader,
  matching,
  storeAlert,
} from '#plugins/alerts/tests/alert_helpers'
import { addCluster, removeRows, uniqueWord } from '#plugins/alerts/tests/archive_rows'
import { HitMailer } from '#plugins/alerts/delivery/hit_mailer'
import { listDeliveries, makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { mailsTo } from '#tests/helpers/mails'
import { linkOpinions } from '../../linking/link_opinions.js'
import { TextReader } from '../../linking/text_reader.js'

test.group('alerts for linked citations', (group) => {
  let reader: Awaited<ReturnType<typeof makeReader>>
  let texts: TextReader
  let page = 0

  group.setup(() => {
    texts = new TextReader()
    return () => texts.close()
  })
  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    for (const table of ['search_alerts', 'search_alert_sweeps', 'linking_queue'])
      await database.from(table).delete()
    reader = await makeReader('tier_1')
    return async () => {
      await database.from('linking_queue').delete()
      await removeRows()
    }
  })

  const link = async (...ids: number[]) => {
    const database = (await app.container.make('lucid.db')).connection()
    await linkOpinions({ database, reader: texts }, ids, { again: true })
  }

  /** A decision that has its own citation. */
  async function makeCited() {
    const database = await app.container.make('lucid.db')
    const made = await addCluster('The decision that is cited.', '1990-01-01')
    page++
    await database.table('citations').insert({
      volume: '931',
      reporter: 'F.3d',
      page: String(page),
      type: 1,
      cluster_id: made.cluster,
    })
    return { ...made, citation: `931 F.3d ${page}` }
  }

  const citing = async (citation: string, word = '', count = 1) => {
    const ids: number[] = []
    for (let made = 0; made < count; made++) {
      const { opinion, cluster } = await addCluster(`See ${citation}. ${word}`, '1995-01-01')
      ids.push(opinion)
      hitOf.set(opinion, `${cluster}/${opinion}`)
    }
    return ids
  }
  const hitOf = new Map<number, string>()
  const hits = (...opinions: number[]) => opinions.map((id) => hitOf.get(id))

  test('an alert on a cited decision fires once for an old opinion', async ({ assert }) => {
    const cited = await makeCited()
    const [opinion] = await citing(cited.citation)
    const endpoint = await makeEndpoint(reader.id, 'https://receiver.example/', { event_type: 2 })
    const { id } = await storeAlert(reader, `q=cites:(${cited.opinion})&type=o`)
    await matching(() => link(opinion!))
    assert.deepEqual(await listAlertHits(id), hits(opinion!))
    assert.lengthOf(await listDeliveries(endpoint), 1)
    await matching(() => link(opinion!))
    assert.lengthOf(await listAlertHits(id), 1)
    assert.lengthOf(await listDeliveries(endpoint), 1)
  })

  test('{query} fires: {fires}')
    .with([
      { query: 'cites:(CITED)', fires: true },
      { query: 'cites:(CITED OR 1)', fires: true },
      { query: 'WORD AND cites:(CITED)', fires: true },
      { query: 'WORD OR cites:(CITED)', fires: false },
      { query: 'OTHER OR cites:(CITED)', fires: true },
      { query: 'WORD', fires: false },
      { query: 'WORD AND NOT cites:(CITED)', fires: false },
      { query: 'cites:(1)', fires: false },
      { query: 'WORD AND citeCount:[0 TO *]', fires: false },
      { query: 'OTHER AND cites:(CITED)', fires: false },
      { query: '(WORD AND OTHER) OR (WORD AND cites:(CITED))', fires: true },
    ])
    .run(async ({ assert }, { query, fires }) => {
      const cited = await makeCited()
      const [word, other] = [uniqueWord(), uniqueWord()]
      const [opinion] = await citing(cited.citation, word)
      const q = query
        .replaceAll('WORD', word)
        .replaceAll('OTHER', other)
        .replaceAll('CITED', String(cited.opinion))
      const { id } = await storeAlert(reader, new URLSearchParams({ q, type: 'o' }).toString())
      await matching(() => link(opinion!))
      assert.deepEqual(await listAlertHits(id), fires ? hits(opinion!) : [])
    })

  test('an alert on the number of citations fires when it is reached', async ({ assert }) => {
    const cited = await makeCited()
    const opinions = await citing(cited.citation, '', 3)
    const query = `q=id:(${cited.opinion}) AND citeCount:[3 TO *]&type=o`
    const { id } = await storeAlert(reader, query)
    const matcher = await loadedMatcher()
    await matching(() => link(opinions[0]!, opinions[1]!), matcher)
    assert.deepEqual(await listAlertHits(id), [])
    await matching(() => link(opinions[2]!), matcher)
    assert.deepEqual(await listAlertHits(id), [`${cited.cluster}/${cited.opinion}`])
  })

  test('a run over many opinions sends every hit by webhook, and one email with the count', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const cited = await makeCited()
    const opinions = await citing(cited.citation, '', 23)
    const endpoint = await makeEndpoint(reader.id, 'https://receiver.example/', { event_type: 2 })
    const word = uniqueWord()
    const { id } = await storeAlert(reader, `q=cites:(${cited.opinion})&type=o`, { name: 'Citing' })
    await storeAlert(reader, `q=${word}&type=o`, { name: 'Words' })
    const mailer = await app.container.make(HitMailer)
    await database.table('linking_queue').insert({ kind: 'opinions again', first: 0, last: 1e9 })
    await matching(() => link(...opinions.slice(0, 5)))
    await matching(() => addCluster(`About ${word}.`))
    await mailer.send(String(reader.id), 'rt')
    await matching(() => link(...opinions.slice(5)))
    await mailer.send(String(reader.id), 'rt')
    const during = await mailsTo(reader.email)
    assert.lengthOf(during, 1)
    assert.include(during[0], 'Words')
    assert.notInclude(during[0], 'Citing')

    await database.from('linking_queue').delete()
    // More hits than an email lists may still arrive.
    await mailer.send(String(reader.id), 'rt')
    assert.lengthOf(await mailsTo(reader.email), 1)
    await database.rawQuery(
      `UPDATE search_alert_hits SET date_created = date_created - interval '10 minutes' WHERE alert_id = ?`,
      [id]
    )
    await mailer.send(String(reader.id), 'rt')
    const mails = (await mailsTo(reader.email)).filter((mail) => mail.includes('Citing'))
    assert.lengthOf(mails, 1)
    assert.include(mails[0], '20+ hits (23 in total)')
    const delivered = (await listDeliveries(endpoint)).flatMap(({ body }) => {
      const { payload } = JSON.parse(body) as { payload: { results: { cluster_id: number }[] } }
      return payload.results.map(({ cluster_id: cluster }) => cluster)
    })
    assert.lengthOf(new Set(delivered), 24)
    assert.lengthOf(delivered, 24)
  })

  test('an interrupted run does not hold emails', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const cited = await makeCited()
    const [opinion] = await citing(cited.citation)
    await storeAlert(reader, `q=cites:(${cited.opinion})&type=o`)
    await database
      .table('linking_runs')
      .insert({ after_opinion: 0, opinions: 0, date_saved: new Date(Date.now() - 3_600_000) })
    try {
      await matching(() => link(opinion!))
      await (await app.container.make(HitMailer)).send(String(reader.id), 'rt')
      assert.lengthOf(await mailsTo(reader.email), 1)
    } finally {
      await database.from('linking_runs').delete()
    }
  })
})
