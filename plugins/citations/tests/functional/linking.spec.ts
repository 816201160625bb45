/**
 * Linking of opinions: written and kept rows, and equal results of incremental
 * and complete runs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ChangeLog, type Change, type Cursor } from '#app/events/change_log'
import { Interrupted } from '#app/support/interrupted'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { EVERYTHING as FULL_RUN, LEFT_OUT } from '#tests/helpers/long_tests'
import alertsConsumer from '#plugins/alerts/matching/consumer'
import linkingConsumer, { toQueueEntries } from '../../linking/consumer.js'
import { linkArchive } from '../../linking/link_archive.js'
import { linkOpinions } from '../../linking/link_opinions.js'
import { linkQueued } from '../../linking/link_queued.js'
import { enqueue, EVERYTHING, finishEntries, nextEntries } from '../../linking/queue.js'
import { TextReader } from '../../linking/text_reader.js'

const QUIET = { started: () => {}, progress: () => {} }

/** Deterministic random numbers below 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

test.group('linking', (group) => {
  let scratch: ScratchDatabase
  let reader: TextReader
  let log: ChangeLog
  let position: Cursor

  group.each.setup(async () => {
    scratch = await makeScratchDatabase(app)
    reader = new TextReader()
    log = new ChangeLog(scratch.lucid)
    await rows(`INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
                VALUES ('scotus', 1, 'Supreme', 'Supreme Court', 'F')`)
    await rows(`INSERT INTO dockets (id, source, court_id) VALUES (1, 0, 'scotus')`)
    position = await log.now()
    return async () => {
      await reader.close()
      await scratch.drop()
    }
  })

  const rows = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await scratch.client.query(sql, values)).rows as Row[]

  /** Adds a decision with a report and a text. */
  const decide = async (id: number, text: string, page: number | null = id) => {
    await rows(
      `INSERT INTO opinion_clusters (id, date_filed, slug, docket_id, citation_count) VALUES ($1, '1954-05-17', 'a-v-b', 1, 10)`,
      [id]
    )
    await rows(
      `INSERT INTO opinions (id, cluster_id, type, plain_text) VALUES ($1, $1, '010combined', $2)`,
      [id, text]
    )
    if (page !== null) await report(id, page)
  }
  const report = (cluster: number, page: number) =>
    rows(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id) VALUES ('347', 'U.S.', $2, 1, $1)`,
      [cluster, String(page)]
    )

  /** Links changes since the last call, like the consumer and the job. */
  const follow = async () => {
    for (let more = true; more;) {
      const batch = await log.read({ after: position })
      const changes = batch.changes.filter(({ origin }) => origin === null)
      if (changes.length) await enqueue(scratch.lucid, toQueueEntries(changes))
      ;({ cursor: position, more } = batch)
    }
    while (await linkQueued({ database: scratch.lucid, reader }));
  }
  /** Waits until the given number of transactions are blocked. */
  const waiting = async (connections: number) => {
    for (;;) {
      const [{ n }] = (await rows(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
      )) as [{ n: number }]
      if (n >= connections) return
      await sleep(10)
    }
  }
  const linkAll = () =>
    linkArchive({
      database: scratch.lucid,
      workers: 2,
      signal: new AbortController().signal,
      reporter: QUIET,
    })
  const edges = async () =>
    (
      await rows<{ edge: string }>(
        `SELECT format('%s>%s x%s', citing_opinion_id, cited_opinion_id, depth) AS edge FROM opinions_cited
         ORDER BY citing_opinion_id, cited_opinion_id`
      )
    ).map(({ edge }) => edge)
  const count = async (cluster: number) =>
    (
      await rows<{ n: number }>('SELECT citation_count AS n FROM opinion_clusters WHERE id = $1', [
        cluster,
      ])
    )[0]?.n
  /** Returns all rows written by linking, without IDs and times. */
  const state = async () => ({
    edges: await edges(),
    opinions: await rows('SELECT id, html_with_citations FROM opinions ORDER BY id'),
    counts: await rows('SELECT id, citation_count FROM opinion_clusters ORDER BY id'),
    unmatched: await rows(
      'SELECT citing_opinion_id, volume, reporter, page, status FROM unmatched_citations ORDER BY 1, 2, 3, 4'
    ),
    remarks: await rows(
      'SELECT describing_opinion_id, described_opinion_id, text FROM parentheticals ORDER BY 1, 2, 3'
    ),
  })

  test('writes links, edges with depth, counts, unmatched citations, and parentheticals', async ({
    assert,
  }) => {
    await decide(483, 'A text that cites <nothing>.')
    await decide(
      600,
      'See Brown v. Board, 347 U.S. 483 (1954) (holding that separate schools are unequal). Id. at 490. Cf. Roe v. Doe, 347 U.S. 999 (1954).'
    )
    await follow()
    assert.deepEqual(await edges(), ['600>483 x2'])
    assert.equal(await count(483), 11)
    const { opinions, unmatched, remarks } = await state()
    assert.equal(
      opinions[0]!.html_with_citations,
      '<pre class="inline">A text that cites &lt;nothing&gt;.</pre>'
    )
    assert.include(
      String(opinions[1]!.html_with_citations),
      '<pre class="inline">See Brown v. Board, </pre><span class="citation" data-id="483"><a href="/opinion/483/a-v-b/">347 U.S. 483</a></span><pre class="inline">'
    )
    assert.deepEqual(unmatched, [
      { citing_opinion_id: '600', volume: '347', reporter: 'U.S.', page: '999', status: 1 },
    ])
    assert.deepEqual(remarks, [
      {
        describing_opinion_id: '600',
        described_opinion_id: '483',
        text: 'holding that separate schools are unequal',
      },
    ])
  })

  test('a second run writes nothing, and all changes have their origin', async ({ assert }) => {
    await decide(1, 'See 347 U.S. 2 and 347 U.S. 77 (noting that it was so).')
    await decide(2, 'See A v. B, 347 U.S. 1 (1954) (noting that it was so).')
    const before = await log.now()
    await linkAll()
    const { changes } = await log.read({ after: before })
    assert.isNotEmpty(changes)
    assert.deepEqual([...new Set(changes.map(({ origin }) => origin))], ['citations'])
    const after = await log.now()
    const records = await rows('SELECT * FROM linked_opinions ORDER BY opinion_id')
    await linkAll()
    assert.deepEqual((await log.read({ after })).changes, [])
    assert.deepEqual(await rows('SELECT * FROM linked_opinions ORDER BY opinion_id'), records)
  })

  test('linking ignores its own changes, which search alerts follow', ({ assert }) => {
    assert.isTrue(linkingConsumer.originalOnly)
    assert.notProperty(alertsConsumer, 'originalOnly')
  })

  test('a changed text replaces its edges; imported edges and texts are kept', async ({
    assert,
  }) => {
    await decide(1, '')
    await decide(2, '')
    await decide(3, '')
    await decide(9, 'See 347 U.S. 1. But see 347 U.S. 2. The court followed 347 U.S. 2.')
    await rows(
      'INSERT INTO opinions_cited (id, citing_opinion_id, cited_opinion_id, depth) VALUES (5, 9, 1, 7)'
    )
    await follow()
    assert.deepEqual(await edges(), ['9>1 x7', '9>2 x2'])
    assert.deepEqual([await count(1), await count(2)], [10, 11])
    await rows(`UPDATE opinions SET plain_text = 'See 347 U.S. 3.' WHERE id = 9`)
    await follow()
    assert.deepEqual(await edges(), ['9>1 x7', '9>3 x1'])
    assert.deepEqual([await count(1), await count(2), await count(3)], [10, 10, 11])
    await rows(`UPDATE opinions SET html_with_citations = '<p>A file says this.</p>' WHERE id = 9`)
    await follow()
    const { opinions } = await state()
    assert.equal(opinions.at(-1)!.html_with_citations, '<p>A file says this.</p>')
  })

  test('an imported edge replaces a created one, and imported counts include created edges', async ({
    assert,
  }) => {
    await decide(1, '')
    await decide(8, 'See 347 U.S. 1.')
    await decide(9, 'See 347 U.S. 1.')
    await follow()
    assert.equal(await count(1), 12)
    await rows(
      `UPDATE opinion_clusters SET citation_count = 30, date_modified = '2026-01-01' WHERE id = 1`
    )
    await follow()
    assert.equal(await count(1), 32)
    // The count equals the last written one but comes from a newer file.
    await rows(`UPDATE opinion_clusters SET date_modified = '2026-02-02' WHERE id = 1`)
    await follow()
    assert.equal(await count(1), 34)
    await rows('DELETE FROM opinions_cited WHERE citing_opinion_id = 9')
    await rows(
      'INSERT INTO opinions_cited (id, citing_opinion_id, cited_opinion_id, depth) VALUES (5, 9, 1, 4)'
    )
    await follow()
    assert.deepEqual(await edges(), ['8>1 x1', '9>1 x4'])
    assert.equal(await count(1), 33)
  })

  test('follows cases that are added, deleted, or share a report', async ({ assert }) => {
    await decide(9, 'See 347 U.S. 1.')
    await follow()
    assert.lengthOf((await state()).unmatched, 1)
    await decide(1, '')
    await follow()
    assert.deepEqual([await edges(), (await state()).unmatched], [['9>1 x1'], []])
    await decide(2, '', 1)
    await follow()
    assert.deepEqual(await edges(), [])
    assert.equal((await state()).unmatched[0]!.status, 4)
    await rows('DELETE FROM opinion_clusters WHERE id = 1')
    await follow()
    assert.deepEqual([await edges(), (await state()).unmatched], [['9>2 x1'], []])
    await rows('DELETE FROM opinions WHERE id = 9')
    await follow()
    assert.equal(await count(2), 10)
    assert.isEmpty(await rows('SELECT FROM linked_edges'))
  })

  test('skips texts that exceed the limits and records the reason', async ({ assert }) => {
    await decide(1, '')
    await decide(8, `See 347 U.S. 1. ${'x '.repeat(5_000_001)}`)
    await decide(9, 'See 347 U.S. 1.')
    await follow()
    assert.deepEqual(await edges(), ['9>1 x1'])
    assert.deepEqual(
      await rows('SELECT opinion_id, problem FROM linked_opinions WHERE problem IS NOT NULL'),
      [{ opinion_id: '8', problem: 'too long' }]
    )
    await reader.close()
    reader = new TextReader(0)
    await rows(`UPDATE opinions SET plain_text = 'See 347 U.S. 1 again.' WHERE id = 9`)
    await follow()
    const [{ problem }] = (await rows(
      'SELECT problem FROM linked_opinions WHERE opinion_id = 9'
    )) as [any]
    assert.match(problem, /longer than 0 ms/)
  }).skip(!FULL_RUN, LEFT_OUT)

  test('skips only the opinion whose citations the database rejects', async ({ assert }) => {
    await decide(1, '')
    await decide(8, 'See 347 U.S. 77.')
    await decide(9, 'See 347 U.S. 1.')
    await reader.close()
    reader = new (class extends TextReader {
      override async read(key: number, text: string, isHtml: boolean) {
        const { cases, statutes } = await super.read(key, text, isHtml)
        const broken = cases.map((one) => ({
          ...one,
          reports: one.reports.map((found) => ({ ...found, text: '347\0U.S.' })),
        }))
        return { cases: key === 8 ? broken : cases, statutes }
      }
    })()
    await follow()
    assert.deepEqual(await edges(), ['9>1 x1'])
    const problems = await rows(
      'SELECT opinion_id, problem FROM linked_opinions WHERE problem IS NOT NULL'
    )
    assert.deepEqual(problems, [
      { opinion_id: '8', problem: "the database can't store its citations (22P05)" },
    ])
  })

  test('finds a case that is added while a citing opinion is being linked', async ({ assert }) => {
    await decide(9, 'See 347 U.S. 1.')
    await follow()
    let following: Promise<void> | undefined
    const other = new (class extends TextReader {
      override async link(key: number, links: Parameters<TextReader['link']>[1]) {
        // Its cases have been matched.
        await decide(1, '')
        following = follow()
        await waiting(1)
        return super.link(key, links)
      }
    })()
    await rows(`UPDATE opinions SET plain_text = 'See also 347 U.S. 1.' WHERE id = 9`)
    await rows('TRUNCATE unmatched_citations')
    await linkOpinions({ database: scratch.lucid, reader: other }, [9], { again: true })
    await other.close()
    await following
    assert.deepEqual(await edges(), ['9>1 x1'])
  })

  test('waits for an import without holding locks', async ({ assert }) => {
    await decide(1, '')
    await decide(9, 'See 347 U.S. 1.')
    await rows('BEGIN')
    await rows('LOCK TABLE opinion_clusters IN SHARE ROW EXCLUSIVE MODE')
    const linking = linkAll()
    await sleep(1_000)
    await rows('UPDATE opinion_clusters SET citation_count = 20, date_modified = now()')
    await rows('COMMIT')
    await linking
    assert.equal(await count(1), 21)
  }).skip(!FULL_RUN, LEFT_OUT)

  test('imported parentheticals replace created ones', async ({ assert }) => {
    await decide(1, '')
    await decide(
      9,
      'See 347 U.S. 1 (1954) (holding that it is so). But see 347 U.S. 1 (1954) (noting the rest).'
    )
    await follow()
    await rows(`INSERT INTO parentheticals (id, describing_opinion_id, described_opinion_id, text, score)
                VALUES (7, 9, 1, 'holding that it is so', 0.9)`)
    await follow()
    assert.deepEqual(
      await rows('SELECT id < 1000 AS imported, text FROM parentheticals ORDER BY text'),
      [
        { imported: true, text: 'holding that it is so' },
        { imported: false, text: 'noting the rest' },
      ]
    )
  })

  test('processes equal entries together and long ranges last', async ({ assert }) => {
    const one = { kind: 'opinions again', first: 5, last: 5 } as const
    const long = { kind: 'opinions', first: 1, last: 5_000 } as const
    await enqueue(scratch.lucid, [long])
    await enqueue(scratch.lucid, [one])
    await enqueue(scratch.lucid, [one])
    const [first, ...others] = await nextEntries(scratch.lucid, 100)
    assert.isEmpty(others)
    assert.containsSubset(first, one)
    assert.lengthOf(first!.ids, 2)
    await finishEntries(scratch.lucid, [{ entry: first!, upTo: 5 }])
    assert.containsSubset(await nextEntries(scratch.lucid, 100), [long])
    await enqueue(scratch.lucid, [EVERYTHING])
    assert.deepEqual(
      (await nextEntries(scratch.lucid, 100)).map(({ kind, first: from, last }) => ({
        kind,
        first: from,
        last,
      })),
      [EVERYTHING]
    )
  })

  test('a large import links all opinions again once', ({ assert }) => {
    const change = (table: string, kind: Change['kind'], ids: Change['ids']): Change => ({
      id: 1,
      table,
      kind,
      isQuiet: false,
      ids,
      keys: [],
      changedAt: new Date(),
      origin: null,
    })
    assert.deepEqual(
      toQueueEntries([
        change('citations', 'created', [[1, 60_000]]),
        change('citations', 'created', [[70_000, 130_000]]),
        change('opinion_clusters', 'updated', [[1, 3]]),
      ]),
      [EVERYTHING, { kind: 'counts', first: 1, last: 3 }]
    )
    const scattered = Array.from({ length: 2_000 }, (_, at): [number, number] => [3 * at, 3 * at])
    assert.deepEqual(toQueueEntries([change('opinions', 'updated', scattered)]), [
      { kind: 'opinions', first: 0, last: 5_997 },
    ])
  })

  test('incremental and complete linking have the same result', async ({ assert }) => {
    const random = numbers(20_261)
    const pick = (below: number) => 1 + Math.floor(random() * below)
    const text = () =>
      Array.from(
        { length: pick(4) },
        () => `See A v. B, 347 U.S. ${pick(8)} (1954) (holding that it is ${pick(9)}). Id. at 9.`
      ).join(' ')
    const there = new Set<number>()
    for (let step = 0; step < 25; step++) {
      const id = pick(8)
      if (!there.has(id)) {
        await decide(id, text(), random() < 0.8 ? id : pick(8))
        there.add(id)
      } else if (random() < 0.3) {
        await rows('DELETE FROM opinion_clusters WHERE id = $1', [id])
        there.delete(id)
      } else await rows('UPDATE opinions SET plain_text = $2 WHERE id = $1', [id, text()])
      if (random() < 0.6) await follow()
    }
    await follow()
    const stepByStep = await state()
    await rows(
      'TRUNCATE opinions_cited, unmatched_citations, parentheticals, linked_opinions, linked_edges, linked_counts'
    )
    await rows(`UPDATE opinions SET html_with_citations = ''`)
    await rows('UPDATE opinion_clusters SET citation_count = 10')
    await linkAll()
    assert.isAbove(stepByStep.edges.length, 3)
    assert.deepEqual(stepByStep, await state())
  }).skip(!FULL_RUN, LEFT_OUT)

  test('resumes an interrupted run', async ({ assert }) => {
    await rows(
      `INSERT INTO opinion_clusters (id, date_filed, docket_id) SELECT n, '1954-05-17', 1 FROM generate_series(1, 250) n`
    )
    await rows(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id) SELECT '347', 'U.S.', n, 1, n FROM generate_series(1, 250) n`
    )
    await rows(`INSERT INTO opinions (id, cluster_id, type, plain_text)
                SELECT n, n, '010combined', format('See 347 U.S. %s.', 251 - n) FROM generate_series(1, 250) n`)
    const stop = new AbortController()
    const reporter = { started: () => {}, progress: () => stop.abort() }
    const options = { database: scratch.lucid, workers: 1, reporter }
    await assert.rejects(
      () => linkArchive({ ...options, signal: stop.signal }),
      Interrupted as never
    )
    assert.lengthOf(await edges(), 50)
    assert.equal(
      await linkArchive({ ...options, reporter: QUIET, signal: new AbortController().signal }),
      200
    )
    assert.lengthOf(await edges(), 250)
    assert.isEmpty(await rows('SELECT FROM linking_runs'))
  })
})
