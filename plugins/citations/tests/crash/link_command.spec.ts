/**
 * `citations:link` resumes after interruptions and kill -9 of the command or
 * the database, with the same result as an uninterrupted run.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, isAlive, postmaster } from '#tests/helpers/server_process'
import { fillDecisions } from '../bench/decisions_fill.js'

const OPINIONS = 400
const CHARACTERS = 1_000

test.group('citations:link', () => {
  test('resumes after it was interrupted or killed, and another run changes nothing', async ({
    assert,
    cleanup,
  }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    mkdirSync(data)
    await copyMadeFolder(data)
    const cluster = new EmbeddedCluster({ dataDir: data })
    const onDatabase = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      await cluster.start()
      const client = new pg.Client(cluster.connection())
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
        await cluster.stop()
      }
    }
    const link = () => ace(['citations:link', '--workers=2'], { DATA_DIR: data })
    /** Returns all rows written by linking and the progress of the run. */
    const state = () =>
      onDatabase(async (client) => {
        const { rows } = await client.query(STATE)
        return rows[0] as { run: unknown; linked: number } & Record<string, unknown>
      })
    await onDatabase(async (client) => {
      await client.query('TRUNCATE dockets CASCADE')
      await fillDecisions(client, OPINIONS, CHARACTERS)
    })

    /** Waits until the command has saved more than the given number of opinions. */
    const beyond = async (opinions: number) => {
      const client = new pg.Client(cluster.connection())
      await client.connect()
      for (;;) {
        const { rows } = await client.query('SELECT opinions::int AS n FROM linking_runs')
        if (rows[0]?.n > opinions) break
        await sleep(5)
      }
      await client.end()
    }

    const stopped = link()
    await stopped.until('linking 400 opinions')
    await beyond(0)
    stopped.process.kill('SIGINT')
    const { code, output } = await stopped.ended
    assert.equal(code, 130, output)
    assert.include(output, 'interrupted; run the same command again to resume')
    assert.isNotNull((await state()).run)

    for (const [opinions, killsDatabase] of [
      [100, false],
      [200, true],
    ] as const) {
      const killed = link()
      await killed.until('resuming after')
      await beyond(opinions)
      const database = postmaster(cluster.folder)
      killed.process.kill('SIGKILL')
      if (killsDatabase && database && isAlive(database)) process.kill(database, 'SIGKILL')
      await killed.ended
    }

    const resumed = await link().ended
    assert.equal(resumed.code, 0, resumed.output)
    assert.match(resumed.output, /resuming after [\d,]+ opinions/)
    const ended = await state()
    assert.isNull(ended.run)
    assert.equal(ended.linked, OPINIONS)

    const again = await link().ended
    assert.equal(again.code, 0, again.output)
    assert.include(again.output, '400 opinions linked')
    assert.deepEqual(await state(), ended)

    // The result of one uninterrupted run.
    await onDatabase((client) =>
      client.query(`TRUNCATE opinions_cited, parentheticals, unmatched_citations, linked_edges, linked_counts, linked_opinions;
        UPDATE opinions SET html_with_citations = ''; UPDATE opinion_clusters SET citation_count = 0`)
    )
    await link().ended
    assert.deepEqual({ ...(await state()), last_change: 0 }, { ...ended, last_change: 0 })
  })
})

const STATE = `
  SELECT (SELECT row_to_json(r) FROM linking_runs r) AS run,
    (SELECT count(*)::int FROM linked_opinions) AS linked,
    (SELECT md5(string_agg(concat_ws(' ', citing_opinion_id, cited_opinion_id, depth), ',' ORDER BY citing_opinion_id, cited_opinion_id))
     FROM opinions_cited) AS edges,
    (SELECT md5(string_agg(concat_ws(' ', id, citation_count), ',' ORDER BY id)) FROM opinion_clusters) AS counts,
    (SELECT md5(string_agg(concat_ws(' ', id, html_with_citations), ',' ORDER BY id)) FROM opinions) AS texts,
    (SELECT md5(string_agg(concat_ws(' ', citing_opinion_id, volume, reporter, page, status), ','
       ORDER BY citing_opinion_id, volume, reporter, page)) FROM unmatched_citations) AS unmatched,
    (SELECT md5(string_agg(concat_ws(' ', describing_opinion_id, described_opinion_id, text), ','
       ORDER BY describing_opinion_id, described_opinion_id, text)) FROM parentheticals) AS remarks,
    (SELECT max(id)::int FROM content_changes) AS last_change`
