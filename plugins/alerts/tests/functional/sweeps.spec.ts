/** Changes deferred to the nightly sweep. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { type Cursor, ChangeLog } from '#app/events/change_log'
import consumer, { CONSUMER } from '../../matching/consumer.js'
import { SweepQueue } from '../../matching/sweep_queue.js'
import { listAlertHits, loadedMatcher, makeReader, matching, storeAlert } from '../alert_helpers.js'
import {
  addCluster,
  addDocket,
  addDocument,
  addOpinion,
  removeRows,
  touchDocket,
  uniqueWord,
} from '../archive_rows.js'

const { signal } = new AbortController()

test.group('the nightly sweep of search alerts', (group) => {
  let reader: Awaited<ReturnType<typeof makeReader>>
  let word: string

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('search_alerts').delete()
    await database.from('search_alert_sweeps').delete()
    reader = await makeReader()
    word = uniqueWord()
    return removeRows
  })
  const sweep = async () => (await loadedMatcher()).sweep(signal)
  const update = async (table: string, id: number | string, values: object) =>
    (await app.container.make('lucid.db')).from(table).where({ id }).update(values)
  const left = async () => {
    const rows = await (
      await app.container.make('lucid.db')
    )
      .from('search_alert_sweeps')
      .orderBy('parent_key')
    return rows.map(({ index_name: index, parent_key: key }) => `${index} ${key}`)
  }

  test('matches a decision whose last opinion is deleted or moved', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=syllabus:${word} -text:walnut`)
    const [first, second] = [await addCluster('A walnut.'), await addCluster('A walnut.')]
    const other = await addCluster('A peanut.')
    const matcher = await loadedMatcher()
    await matching(async () => {
      for (const { cluster } of [first, second])
        await update('opinion_clusters', cluster, { syllabus: word })
    }, matcher)
    assert.deepEqual(await listAlertHits(id), [])
    await matching(async () => {
      const database = await app.container.make('lucid.db')
      await database.from('opinions').where('id', first.opinion).delete()
      await update('opinions', second.opinion, { cluster_id: other.cluster })
    }, matcher)
    assert.sameMembers(await listAlertHits(id), [String(first.cluster), String(second.cluster)])
  })

  test('defers changes to timestamps only', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=${word} AND timestamp:[2098-01-01 TO *]`)
    const matcher = await loadedMatcher()
    let cluster = 0
    await matching(async () => ({ cluster } = await addCluster(`A ${word}.`)), matcher)
    assert.deepEqual(await left(), [])
    const touch = (date_modified: string) =>
      matching(() => update('opinion_clusters', cluster, { date_modified }), matcher)
    await touch('2099-01-01')
    assert.deepEqual([await listAlertHits(id), await left()], [[], [`opinions ${cluster}`]])
    await sweep()
    assert.lengthOf(await listAlertHits(id), 1)
    // The same change again isn't deferred.
    await touch('2099-01-01')
    assert.deepEqual(await left(), [])
  })

  test('records no hits from before an alert', async ({ assert }) => {
    await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const docket = await addDocket('Alder v. Birch')
    await matching(() => addDocument(docket, `A ${word}.`))
    const queue = new SweepQueue(await app.container.make('lucid.db'))
    await queue.add('dockets', new Map([[docket, null]]))
    const { id } = await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    await sweep()
    assert.deepEqual(await listAlertHits(id), [])
    // Documents that already matched before their case changed aren't hits, either.
    await queue.add('dockets', new Map([[docket, null]]))
    await sweep()
    assert.deepEqual(await listAlertHits(id), [])
    await queue.add('dockets', new Map([[docket, null]]), new Date(Date.now() - 60_000))
    await sweep()
    assert.lengthOf(await listAlertHits(id), 1)
    assert.deepEqual(await left(), [])
  })

  test('resumes an interrupted sweep, and keeps later changes', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const dockets: number[] = []
    for (let made = 0; made < 3; made++) dockets.push(await addDocket(`${word} v. Birch`))
    const queue = new SweepQueue(await app.container.make('lucid.db'))
    await queue.add('dockets', new Map(dockets.map((docket) => [docket, null])))
    const matcher = await loadedMatcher()
    const { record } = matcher.services
    const cutOff = new AbortController()
    matcher.services.record = async (hits) => {
      await record(hits)
      cutOff.abort()
    }
    await assert.rejects(() => matcher.sweep(cutOff.signal))
    assert.lengthOf(await listAlertHits(id), 1)
    assert.lengthOf(await left(), 3)
    const again = await loadedMatcher()
    again.services.record = async (hits) => {
      await record(hits)
      if (hits[0]!.parent === dockets[2]) await queue.add('dockets', new Map([[dockets[2]!, null]]))
    }
    await again.sweep(signal)
    assert.lengthOf(await listAlertHits(id), 3)
    assert.deepEqual(await left(), [`dockets ${dockets[2]}`])
  })

  test('finds hits again after a failure to record them', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=caseName:${word}&type=r`, { type: 'r' })
    const matcher = await loadedMatcher()
    const log = await app.container.make(ChangeLog)
    const start = await log.now()
    const docket = await addDocket(`${word} v. Birch`)
    const { changes } = await log.read({ after: start })
    const { record } = matcher.services
    matcher.services.record = () => Promise.reject(new Error('no database'))
    await assert.rejects(() => matcher.take(changes, { signal }), 'no database')
    matcher.services.record = record
    await matcher.take(changes, { signal })
    assert.deepEqual(await listAlertHits(id), [String(docket)])
  })

  test("uses the rows' timestamps when the position was pruned", async ({ assert }) => {
    const filings = await storeAlert(reader, `q=${word}&type=r`, { type: 'r' })
    const opinions = await storeAlert(reader, `q=${word}`)
    const [docket, old] = [await addDocket('Alder v. Birch'), await addDocket(`${word} v. Old`)]
    const document = await addDocument(docket, `A ${word}.`)
    const { cluster } = await addCluster('A walnut.')
    const opinion = await addOpinion(cluster, `A ${word}.`)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await touchDocket(old, { date_modified: ago(40) })
    await touchDocket(docket, { date_modified: ago(40) })
    const database = await app.container.make('lucid.db')
    const log = await app.container.make(ChangeLog)
    const cursor: Cursor = await log.now()
    await log.savePosition(CONSUMER, cursor)
    await database
      .from('change_cursors')
      .where('name', CONSUMER)
      .update({ date_modified: ago(32) })
    await consumer.rebuild({ cursor, signal })
    assert.includeMembers(await left(), [`dockets ${docket}`, `opinions ${cluster}`])
    assert.notInclude(await left(), `dockets ${old}`)
    await sweep()
    assert.deepEqual(await listAlertHits(filings.id), [`${docket}/${document}`])
    assert.deepEqual(await listAlertHits(opinions.id), [`${cluster}/${opinion}`])
    assert.deepEqual(await left(), [])
  })

  test('skips irrelevant changes to a court, and includes the courts below a moved one', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const log = await app.container.make(ChangeLog)
    const courts = ['zz-above', 'zz-middle', 'zz-below']
    /** Runs a function, then the consumer. */
    const followed = async (work: () => Promise<unknown>) => {
      const start = await log.now()
      await work()
      await consumer.handle({ ...(await log.read({ after: start })), signal })
    }
    const addCourt = (id: string, parent_court_id: string | null) =>
      database.table('courts').insert({
        id,
        parent_court_id,
        position: 1,
        short_name: id,
        full_name: `Court ${id}`,
        jurisdiction: 'FD',
      })
    try {
      await followed(async () => {
        await addCourt('zz-above', null)
        await addCourt('zz-middle', null)
        await addCourt('zz-below', 'zz-middle')
      })
      const docket = await addDocket(`${word} v. Birch`)
      await followed(() => touchDocket(docket, { court_id: 'zz-below' }))
      let byName = { id: '' }
      let byCourt = { id: '' }
      await followed(async () => {
        byName = await storeAlert(reader, `q=court:${word}&type=r`, { type: 'r' })
        byCourt = await storeAlert(reader, `q=caseName:${word}&court=zz-above&type=r`, {
          type: 'r',
        })
      })
      const every = await storeAlert(reader, `q=caseName:${word}&type=r`, { type: 'r' })
      await followed(() => update('courts', 'zz-below', { date_last_registry_contact: new Date() }))
      assert.deepEqual(await listAlertHits(every.id), [])
      await followed(() => update('courts', 'zz-below', { full_name: `Court of ${word}` }))
      assert.deepEqual(
        [await listAlertHits(byName.id), await listAlertHits(byCourt.id)],
        [[`${docket}`], []]
      )
      await followed(() => update('courts', 'zz-middle', { parent_court_id: 'zz-above' }))
      assert.deepEqual(await listAlertHits(byCourt.id), [`${docket}`])
    } finally {
      await removeRows()
      await database.from('courts').whereIn('id', courts).delete()
      await database.from('search_alert_courts').whereIn('court_id', courts).delete()
    }
  })
})
