/** The change feed loses and repeats no change while many connections write. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { makeAccount } from '#tests/helpers/accounts'
import { parseEvents, FeedClient, type FeedItem } from '../feed_client.js'

const WRITERS = 6
const TURNS = 25
/** Keys that no other test uses. */
const FIRST = 700_000_000

test.group('change feed under concurrent writers', () => {
  test('each reader gets each committed change once, in the order of each record', async ({
    assert,
  }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const account = await makeAccount()
    const feed = FeedClient.ofTestServer(account.authorization)
    const start = await feed.now()
    const expected: string[] = []
    let isWriting = true

    /** Transactions of different lengths, some of which are rolled back as a whole or in part. */
    const writeRows = async (writer: number) => {
      const client = new pg.Client(connection)
      await client.connect()
      for (let turn = 0; turn < TURNS; turn++) {
        const written: string[] = []
        await client.query('BEGIN')
        for (let n = 0; n < 1 + (turn % 4); n++) {
          const id = FIRST + writer * 10_000 + turn * 10 + n
          await client.query('INSERT INTO parties (id, name, extra_info) VALUES ($1, $2, $3)', [
            id,
            'Concurrent',
            '',
          ])
          written.push(`created parties ${id}`)
        }
        if (turn % 3) await client.query(`SELECT pg_sleep(0.00${1 + (turn % 9)})`)
        if (turn % 5 === 4) {
          const id = FIRST + writer * 10_000 + turn * 10 + 9
          await client.query('SAVEPOINT part')
          await client.query(
            `INSERT INTO parties (id, name, extra_info) VALUES ($1, 'Undone', '')`,
            [id]
          )
          await client.query('ROLLBACK TO part')
        }
        const isCommitted = turn % 7 !== 6
        await client.query(isCommitted ? 'COMMIT' : 'ROLLBACK')
        if (isCommitted) expected.push(...written)
      }
      await client.end()
    }

    /** Requests that write the same records at the same time. */
    const writeTags = async (writer: number) => {
      const request = async (method: string, path: string, body?: object) => {
        const response = await fetch(feed.url(path), {
          method,
          headers: { ...feed.headers, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        return response.status === 204 ? undefined : ((await response.json()) as { id: number })
      }
      for (let turn = 0; turn < TURNS / 2; turn++) {
        const { id } = (await request('POST', 'tags/', { name: `w${writer}-${turn}` }))!
        const changes = Array.from({ length: 2 }, (_, n) =>
          request('PATCH', `tags/${id}/`, { title: `Title ${n}` })
        )
        await Promise.all(changes)
        expected.push(`created tags ${id}`, `updated tags ${id}`, `updated tags ${id}`)
        if (turn % 2) continue
        await request('DELETE', `tags/${id}/`)
        expected.push(`deleted tags ${id}`)
      }
    }

    const query = { resource: 'parties,tags' }
    const poll = async (limit: number, wait: number) => {
      const found: FeedItem[] = []
      for (let since = start, isLast = false; !isLast;) {
        isLast = !isWriting
        const page = await feed.page({ ...query, since, limit, wait: isLast ? 0 : wait })
        isLast &&= !page.more && !page.results.length
        found.push(...page.results)
        since = page.cursor
      }
      return found
    }
    /** Continues from the cursor of a random change instead of the end of the page. */
    const pollChanges = async () => {
      const found: FeedItem[] = []
      for (let since = start, isLast = false; !isLast;) {
        isLast = !isWriting
        const page = await feed.page({ ...query, since, limit: 9 })
        isLast &&= !page.more && !page.results.length
        const count = Math.ceil(Math.random() * page.results.length)
        found.push(...page.results.slice(0, count))
        since = page.results[count - 1]?.cursor ?? page.cursor
      }
      return found
    }
    /** Reconnects after every few events. */
    const stream = async () => {
      const found: FeedItem[] = []
      let lastEventId = start
      for (let done = false; !done;) {
        const { text } = await feed.stream(query, {
          lastEventId,
          until: (part) =>
            parseEvents(part).length >= 13 || (!isWriting && part.includes('\nid: ')),
        })
        const events = parseEvents(text)
        found.push(...events.map(({ data }) => data))
        lastEventId = events.at(-1)?.id ?? lastEventId
        done = !isWriting && !events.length
      }
      return found
    }

    const readers = [poll(1000, 0), poll(3, 5), poll(50, 60), pollChanges(), stream()]
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, writer) => writeRows(writer)),
      ...Array.from({ length: 3 }, (_, writer) => writeTags(writer)),
    ])
    isWriting = false
    const results = await Promise.all([
      ...readers.slice(0, 2),
      // Waits for another change.
      wake(connection).then(() => readers[2]!),
      ...readers.slice(3),
    ])
    const wanted = expected.sort()
    assert.isAbove(wanted.length, 300)
    for (const [reader, found] of results.entries()) {
      const told = found.filter(({ id }) => id !== WAKING)
      const texts = told.map(({ change, resource, id }) => `${change} ${resource} ${id}`)
      assert.deepEqual(texts.toSorted(), wanted, `reader ${reader}`)
      const cursors = new Set(told.map(({ cursor }) => cursor))
      assert.equal(cursors.size, told.length)
      for (const changes of Object.values(Object.groupBy(told, ({ id }) => String(id)))) {
        const kinds = changes!.map(({ change }) => change)
        assert.match(kinds.join(), /^created(,updated)*(,deleted)?$/)
      }
    }
    await (await app.container.make('lucid.db')).from('parties').where('id', '>=', FIRST).delete()
  }).timeout(300_000)
})

const WAKING = FIRST + 999_999

async function wake(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`INSERT INTO parties (id, name, extra_info) VALUES ($1, 'Last', '')`, [WAKING])
  await client.end()
}
