/**
 * Kills the server and its database with `kill -9` while accounts write and a client follows the
 * change feed, and checks that the client gets every committed change once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace } from '#tests/helpers/server_process'
import { FeedClient, type FeedItem, type Page } from '../feed_client.js'

const CRASHES = crashesOr(2)
const WRITERS = 3
/** Milliseconds until a request counts as failed. */
const RESPONSE_TIMEOUT = 60_000

test.group('change feed and kill -9', (group) => {
  let processes: MortalProcesses
  let token: string

  group.setup(async () => {
    processes = await MortalProcesses.start({})
    const made = ace(['accounts:create', 'ada', '--email=ada@example.org'], processes.environment)
    made.process.stdin?.end()
    token = /Token (\w+)/.exec((await made.ended).output)![1]!
    noteSecrets('token', [token])
    return () => processes.stop()
  })

  test('a client gets each committed change once', async ({ assert }) => {
    const feed = new FeedClient(processes.address(''), `Token ${token}`)
    const start = await feed.now()
    let isWriting = true
    /** Whether the last write has been answered. */
    let isQuiet = false

    const request = async (method: string, path: string, body?: object): Promise<any> => {
      const response = await fetch(feed.url(path), {
        method,
        headers: { ...feed.headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      })
      if (!response.ok) throw new Error(String(response.status))
      return response.status === 204 ? undefined : response.json()
    }
    const acknowledged = {
      created: [] as number[],
      updated: [] as number[],
      deleted: [] as number[],
    }
    const write = async (writer: number) => {
      for (let turn = 0; isWriting; turn++) {
        try {
          const { id } = await request('POST', 'tags/', { name: `w${writer}-${turn}` })
          acknowledged.created.push(id)
          await request('PATCH', `tags/${id}/`, { title: 'Changed' })
          acknowledged.updated.push(id)
          await request('DELETE', `tags/${id}/`)
          acknowledged.deleted.push(id)
        } catch {
          await sleep(50)
        }
        await sleep(10)
      }
    }
    const follow = async (read: (since: string) => Promise<Page>) => {
      const found: FeedItem[] = []
      for (let since = start, isLast = false; !isLast;) {
        const wasQuiet = isQuiet
        let page: Page
        try {
          page = await read(since)
        } catch {
          await sleep(50)
          continue
        }
        found.push(...page.results)
        since = page.cursor
        isLast = wasQuiet && !page.more && !page.results.length
      }
      return found
    }
    const query = { resource: 'tags' }
    const readers = [
      follow((since) => feed.page({ ...query, since, wait: isQuiet ? 0 : 5 })),
      follow((since) => feed.page({ ...query, since, limit: 2 })),
    ]
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    await processes.killInTurns(CRASHES, 800)
    await processes.killDatabase(CRASHES, { underLoad: () => sleep(300), rest: 500 })
    await sleep(500)
    isWriting = false
    await Promise.all(writers)
    isQuiet = true

    const rows = await processes.rows(
      `SELECT kind, n::int AS id FROM content_changes, unnest(ids) AS r, generate_series(lower(r), upper(r) - 1) AS n
       WHERE table_name = 'user_tags.id'`
    )
    const committed = rows.map(({ kind, id }) => `${kind} ${id}`).sort()
    for (const found of await Promise.all(readers)) {
      const told = found.map(({ change, id }) => `${change} ${id}`)
      assert.deepEqual(told.toSorted(), committed)
      for (const [kind, ids] of Object.entries(acknowledged))
        for (const id of ids) assert.include(told, `${kind} ${id}`)
    }
    const existing = (await processes.rows('SELECT id::int FROM user_tags')).map(({ id }) => id)
    const remaining = acknowledged.created.filter((id) => !acknowledged.deleted.includes(id))
    assert.includeMembers([...existing, ...deletedBy(rows)], remaining)
    assert.isAbove(acknowledged.deleted.length, CRASHES * 5)
  }).timeout(600_000 + CRASHES * 60_000)
})

function deletedBy(rows: Record<string, any>[]): number[] {
  return rows.filter(({ kind }) => kind === 'deleted').map(({ id }) => id)
}
