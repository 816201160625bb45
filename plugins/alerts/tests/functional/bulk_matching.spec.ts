/** Bulk changes: a document is compared once for all its earlier changes, and no change is lost. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ChangeLog, type Change, type Cursor } from '#app/events/change_log'
import { parseCursorHorizon } from '#app/events/cursor'
import { BulkMatching } from '../../matching/bulk_matching.js'
import type { Hit } from '../../matching/match_parent.js'
import { listAlertHits, loadedMatcher, makeReader, storeAlert } from '../alert_helpers.js'
import { addCluster, addOpinion, removeRows, uniqueWord } from '../archive_rows.js'

const { signal } = new AbortController()

test.group('alerts and bulk changes', (group) => {
  let reader: Awaited<ReturnType<typeof makeReader>>
  let log: ChangeLog
  let word: string

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('search_alerts').delete()
    log = await app.container.make(ChangeLog)
    reader = await makeReader()
    word = uniqueWord()
    return removeRows
  })

  /** Runs a function and returns its changes, one per batch. */
  const batchesOf = async (work: () => Promise<unknown>) => {
    const batches: { changes: Change[]; cursor: Cursor }[] = []
    const start = await log.now()
    await work()
    for (let after = start, more = true; more;) {
      const batch = await log.read({ after, limit: 1 })
      batches.push({ changes: batch.changes, cursor: batch.cursor })
      ;({ cursor: after, more } = batch)
    }
    return batches.filter(({ changes }) => changes.length)
  }
  const update = async (table: string, id: number, values: object) =>
    (await app.container.make('lucid.db')).from(table).where({ id }).update(values)

  test('gives all batches of a backlog one horizon, and later ones another', async ({ assert }) => {
    const first = await batchesOf(() => addCluster('A walnut.'))
    const second = await batchesOf(() => addCluster('A walnut.'))
    assert.isAbove(first.length, 1)
    const horizons = (batches: typeof first) =>
      new Set(batches.map(({ cursor }) => parseCursorHorizon(cursor)))
    assert.lengthOf(horizons(first), 1)
    assert.lengthOf(horizons([...first, ...second]), 2)
  })

  test('compares a document once within a horizon', async ({ assert }) => {
    await storeAlert(reader, `q=${word}`)
    const matcher = await loadedMatcher()
    const recorded: Hit[] = []
    matcher.services.record = async (hits) => void recorded.push(...hits)
    let cluster = 0
    const batches = await batchesOf(async () => {
      ;({ cluster } = await addCluster(`A ${word}.`))
      await update('opinion_clusters', cluster, { syllabus: word })
      await update('opinion_clusters', cluster, { summary: word })
    })
    const opinion = batches.find(({ changes }) => changes[0]!.table === 'opinions')!
    for (const batch of [...batches, opinion]) {
      matcher.forget()
      await matcher.take(batch.changes, { signal, cursor: batch.cursor })
    }
    const once = recorded.length
    matcher.forget()
    await addCluster('A walnut.')
    await matcher.take(opinion.changes, { signal, cursor: await log.now() })
    assert.equal(recorded.length, once + 1)
    await matcher.take(opinion.changes, { signal })
    assert.equal(recorded.length, once + 2)
    assert.isAtMost(once, 2)
  })

  test('compares a child again for its own change after a change of its parent', async ({
    assert,
  }) => {
    const { id } = await storeAlert(reader, `q=text:${word}`)
    const matcher = await loadedMatcher()
    const { cluster } = await addCluster('A walnut.')
    const batches = await batchesOf(async () => {
      await update('opinion_clusters', cluster, { syllabus: 'A peanut.' })
      await addOpinion(cluster, `A ${word}.`)
    })
    for (const { changes, cursor } of batches) await matcher.take(changes, { signal, cursor })
    assert.lengthOf(await listAlertHits(id), 1)
  })

  test('skips children that have a later change', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=syllabus:${word}`)
    const matcher = await loadedMatcher()
    const { cluster, opinion } = await addCluster('A walnut.')
    const other = await addOpinion(cluster, 'A peanut.')
    const [first, ...rest] = await batchesOf(async () => {
      await update('opinion_clusters', cluster, { syllabus: word })
      await update('opinions', opinion, { plain_text: 'A pecan.' })
      await update('opinion_clusters', cluster, { summary: 'A pecan.' })
    })
    await matcher.take(first!.changes, { signal, cursor: first!.cursor })
    assert.deepEqual(await listAlertHits(id), [`${cluster}/${other}`])
    for (const { changes, cursor } of rest) await matcher.take(changes, { signal, cursor })
    assert.sameMembers(await listAlertHits(id), [`${cluster}/${other}`, `${cluster}/${opinion}`])
  })

  test('compares other changes after a change of timestamps', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=syllabus:${word}`)
    const { cluster } = await addCluster('A walnut.')
    const matcher = await loadedMatcher()
    const [touched] = await batchesOf(() =>
      update('opinion_clusters', cluster, { date_modified: '2099-01-01' })
    )
    const [changed] = await batchesOf(() => update('opinion_clusters', cluster, { syllabus: word }))
    const { cursor } = changed!
    await matcher.take(touched!.changes, { signal, cursor })
    await matcher.take(changed!.changes, { signal, cursor })
    assert.lengthOf(await listAlertHits(id), 1)
  })

  test('compares a failed batch again', async ({ assert }) => {
    const { id } = await storeAlert(reader, `q=${word}`)
    const matcher = await loadedMatcher()
    const { record } = matcher.services
    matcher.services.record = () => Promise.reject(new Error('no database'))
    const batches = await batchesOf(() => addCluster(`A ${word}.`))
    const { cursor } = batches[0]!
    const changes = batches.flatMap((batch) => batch.changes)
    await assert.rejects(() => matcher.take(changes, { signal, cursor }), 'no database')
    matcher.services.record = record
    await matcher.take(changes, { signal, cursor })
    assert.lengthOf(await listAlertHits(id), 1)
  })

  test('matches an alert created within a horizon in the thread', async ({ assert, cleanup }) => {
    const { services } = await loadedMatcher()
    const bulk = new BulkMatching(services)
    const ended = new AbortController()
    cleanup(async () => {
      ended.abort()
      await bulk.take([], { signal: ended.signal }).catch(() => {})
    })
    const first = await storeAlert(reader, `q=${word}`)
    await services.queries.load()
    const batches = await batchesOf(() => addCluster(`A ${word}.`))
    const { cursor } = batches[0]!
    const changes = batches.flatMap((batch) => batch.changes)
    await bulk.take(changes, { signal, cursor })
    const second = await storeAlert(reader, `q=text:${word}`)
    await bulk.take(changes, { signal, cursor })
    assert.lengthOf(await listAlertHits(first.id), 1)
    assert.lengthOf(await listAlertHits(second.id), 0)
    await services.queries.refresh([Number(second.id)])
    await bulk.take(changes, { signal, cursor })
    assert.lengthOf(await listAlertHits(first.id), 1)
    assert.lengthOf(await listAlertHits(second.id), 1)
  })
})
