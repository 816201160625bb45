/**
 * Vectors of a whole archive: the command that creates them, interrupted and
 * resumed, and the job for new texts.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import {
  standardAnswer,
  startEmbeddingService,
  wordVector,
  type EmbeddingService,
} from '#tests/helpers/embedding_service'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'

const LONG = `${'Passage of a long opinion. '.repeat(40)}`

test.group('search:embed', (group) => {
  let folder: string
  let service: EmbeddingService
  let server: ServerProcess
  let client: pg.Client

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    service = await startEmbeddingService()
    server = await ServerProcess.start({ DATA_DIR: folder, ...provider() })
    client = new pg.Client(new EmbeddedCluster({ dataDir: folder }).connection())
    await client.connect()
    return async () => {
      await client.end()
      await server.kill('SIGTERM')
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const count = async (condition: string) =>
    Number((await client.query(`SELECT count(*) FROM ${condition}`)).rows[0].count)
  const provider = () => ({ EMBEDDINGS: 'on', EMBEDDINGS_URL: service.url })
  const embed = () => ace(['search:embed'], { DATA_DIR: folder, ...provider() })

  test('names the missing setting', async ({ assert }) => {
    const { code, output } = await ace(['search:embed'], { DATA_DIR: folder }).ended
    assert.equal(code, 1)
    assert.include(output, 'EMBEDDINGS=off')
  })

  test('the job embeds only new texts', async ({ assert }) => {
    await client.query(
      `INSERT INTO opinions (cluster_id, type, plain_text) SELECT min(id), '010combined', $1 FROM opinion_clusters`,
      [LONG]
    )
    while ((await count('search_chunks')) === 0) await sleep(50)
    assert.equal(await count('search_embedded'), 1)
    assert.isTrue(service.seen.every(({ body }) => body.input.every(isLong)))
  })

  test('semantic search finds embedded texts', async ({ assert }) => {
    const path = '/api/rest/v4/search/?stat_all=on&chunks=1&semantic=true'
    const found = async (ask: () => Promise<any>) => {
      for (;;) {
        const body = await ask()
        assert.property(body, 'count', JSON.stringify(body))
        if (body.count) return body
        await sleep(100)
      }
    }
    const byText = await found(() => server.json(`${path}&q=a+passage+of+a+long+opinion`))
    assert.equal(byText.count, 1)
    const [{ meta, chunks }] = byText.results
    assert.isAbove(meta.score.semantic, 0.8)
    assert.isAtMost(meta.score.semantic, 1)
    assert.include(chunks[0].text, 'Passage of a long opinion.')

    const embedding = wordVector('a passage of a long opinion')
    const post = async () => {
      const response = await fetch(server.url(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ embedding }),
      })
      assert.equal(response.status, 200)
      return response.json()
    }
    const byVector = await found(post)
    assert.deepEqual(
      byVector.results.map((result: any) => result.cluster_id),
      byText.results.map((result: any) => result.cluster_id)
    )
    assert.equal((await server.json(`${path}&q=unrelated+words`)).count, 0)
    assert.equal((await server.json(`${path}&q=a+passage+of+a+long+opinion&court=ca1`)).count, 0)
  })

  test('embeds the rest after any interruption', async ({ assert }) => {
    await client.query(
      `INSERT INTO opinions (cluster_id, type, plain_text) SELECT c.id, '010combined', $1 || n
       FROM (SELECT min(id) AS id FROM opinion_clusters) c, generate_series(1, 200) n`,
      [LONG]
    )
    // Either the server's job has started, or the command embeds all of it.
    service.answer = (request, response) => {
      void sleep(100).then(() => response.end(JSON.stringify(standardAnswer(request))))
      return true
    }
    for (let interrupted = false; ;) {
      const run = embed()
      if (!interrupted) {
        await run.until('texts queued')
        run.process.kill('SIGINT')
      }
      const { code, output } = await run.ended
      if (code === 130) {
        assert.include(output, 'run the same command again to resume')
        interrupted = true
        continue
      }
      if (output.includes('Another process is already embedding')) {
        assert.equal(code, 1)
        await sleep(200)
        continue
      }
      assert.equal(code, 0, output)
      assert.match(output, /Index\s*│\s*Texts\s*│\s*Chunks/)
      break
    }
    assert.equal(await count('search_embedded'), await count('opinions'))
    assert.equal(await count('search_to_embed'), 0)
    assert.equal(
      await count('search_chunks WHERE chunk = 1'),
      await count('search_embedded WHERE chunks > 0')
    )

    service.seen.length = 0
    const { code } = await embed().ended
    assert.equal(code, 0)
    assert.isEmpty(service.seen)
  })
})

function isLong(text: string): boolean {
  return text.includes('Passage of a long opinion.')
}
