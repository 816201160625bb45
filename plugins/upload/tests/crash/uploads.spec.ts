/**
 * Sends and processes uploads while all processes are killed with `kill -9` at random times.
 * Acknowledged uploads are stored exactly once, pages are merged completely, and their unread text
 * is counted once.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace } from '#tests/helpers/server_process'

const CRASHES = crashesOr(2)
/** Milliseconds until interrupted work is detected and repeated. */
const TIMEOUT = 300_000
const DOCUMENTS = 12

const ARCHIVE = `
  WITH court AS (
    INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S', 'S', 'FD') RETURNING id
  ), docket AS (
    INSERT INTO dockets (source, court_id, docket_number, registry_case_id) SELECT 1, id, '1:26-cv-1', '77' FROM court RETURNING id
  )
  INSERT INTO docket_entries (docket_id, entry_number) SELECT id, number FROM docket, generate_series(1, ${DOCUMENTS}) AS number`

const PAGES = 8
/** Entries that each page adds to the previous one. */
const STEP = 50

/** A paragraph that no parser reads. */
const UNREAD = '<p>Quokka marmalade ledger kept by the registrar</p>'

/** A docket report with the first entries of a case, and unread text. */
function pageOf(entries: number): string {
  const rows = Array.from(
    { length: entries },
    (_, place) =>
      `<tr><td>03/04/2031</td><td>${place + 1}</td><td>LETTER no. ${place + 1}</td></tr>`
  )
  return `<html><h3 align=center>U.S. District Court<BR>Southern District of New York (Foley Square)<BR>
CIVIL DOCKET FOR CASE #: 1:31-cv-00021-ABC</h3><table><tr><td><br>Quill v. Blot<br>Assigned to: Judge Mary Nib<br></td>
<td><br>Date Filed: 03/04/2031<br></td></tr></table>${UNREAD}<table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
${rows.join('\n')}</table></html>`
}

const contentOf = (number: number) => `%PDF-1.4\n% document ${number}\n`

test.group('uploads and kill -9', (group) => {
  let processes: MortalProcesses
  let authorization: string

  group.setup(async () => {
    processes = await MortalProcesses.start({})
    const run = (...words: string[]) => ace(words, processes.environment).ended
    const { printed } = await run('accounts:create', 'ada')
    const token = /Token (\S+)/.exec(printed)![1]!
    noteSecrets('token', [token])
    authorization = `Token ${token}`
    await run('accounts:grant', 'ada', 'upload')
    return () => processes.stop()
  })

  test('acknowledged uploads are stored once', async ({ assert }) => {
    await processes.rows(ARCHIVE)
    const killing = processes.killInTurns(CRASHES, 1500)
    const ids: number[] = []
    for (let number = 1; number <= DOCUMENTS; number++) {
      ids.push(await send(documentOf(number)))
      await sleep(200)
    }
    await killing
    await allDone()

    const uploads = await processes.rows('SELECT id, status FROM uploads ORDER BY id')
    assert.deepEqual(
      uploads.map(({ id, status }) => [Number(id), status]),
      ids.map((id) => [id, 2])
    )
    const rows = await processes.rows(
      'SELECT document_number, sha1 FROM archive_documents ORDER BY document_number::int'
    )
    assert.deepEqual(
      rows.map(({ document_number: number, sha1 }) => [Number(number), sha1]),
      Array.from({ length: DOCUMENTS }, (_, place) => [
        place + 1,
        createHash('sha1')
          .update(contentOf(place + 1))
          .digest('hex'),
      ])
    )
  }).timeout(600_000 + CRASHES * 15_000)

  test('pages are merged completely or not at all', async ({ assert }) => {
    const killing = processes.killInTurns(CRASHES, 1500)
    const seen = new Set<number>()
    let watching = true
    const watch = (async () => {
      while (watching) {
        const [row] = await processes.rows(ENTRIES)
        seen.add(Number(row!.entries))
        await sleep(20)
      }
    })()
    for (let page = 1; page <= PAGES; page++) {
      await send({
        fields: { court: 'nysd', upload_type: 1, registry_case_id: 78 },
        content: pageOf(page * STEP),
      })
      await sleep(200)
    }
    await killing
    await allDone()
    watching = false
    await watch
    const [end] = await processes.rows(ENTRIES)
    assert.deepEqual([end!.dockets, end!.entries, end!.numbers].map(Number), [
      1,
      PAGES * STEP,
      PAGES * STEP,
    ])
    assert.deepEqual(
      [...seen].filter((entries) => entries % STEP),
      []
    )
    const failed = await processes.rows(
      'SELECT id FROM uploads WHERE upload_type = 1 AND status <> 2'
    )
    assert.lengthOf(failed, 0)
    assert.deepEqual(await processes.rows(UNREAD_COUNTS), [
      { listed: String(PAGES), counted: String(PAGES), passages: '1', seen: String(PAGES) },
    ])
    const messages = await processes.rows(
      'SELECT DISTINCT error_message AS message FROM uploads WHERE upload_type = 1'
    )
    assert.deepEqual(messages, [
      { message: "The page was merged. 1 passage of the page wasn't read." },
    ])
  }).timeout(600_000 + CRASHES * 15_000)

  /** Pages with unread text, as rows and as counted by their group and passage. */
  const UNREAD_COUNTS = `
    SELECT (SELECT count(*) FROM unread_pages)::text AS listed, g.pages::text AS counted,
      g.passages::text AS passages, p.pages::text AS seen
    FROM unread_groups g JOIN unread_passages p ON p.group_id = g.id`

  const ENTRIES = `
    SELECT count(DISTINCT d.id) AS dockets, count(e.id) AS entries, count(DISTINCT e.entry_number) AS numbers
    FROM dockets d LEFT JOIN docket_entries e ON e.docket_id = d.id WHERE d.registry_case_id = '78'`

  /** Waits until all uploads have ended. */
  async function allDone(): Promise<void> {
    const OPEN = 'SELECT count(*) FROM uploads WHERE status IN (1, 4, 5)'
    const deadline = Date.now() + TIMEOUT
    while (Number((await processes.rows(OPEN))[0]!.count) && Date.now() < deadline) await sleep(200)
  }

  interface Sent {
    fields: Record<string, string | number>
    content: string
  }

  function documentOf(number: number): Sent {
    return {
      fields: {
        court: 'nysd',
        upload_type: 3,
        registry_case_id: 77,
        document_number: number,
        registry_doc_id: `0350000${number}`,
      },
      content: contentOf(number),
    }
  }

  /** Sends an upload with the same key until it is acknowledged. */
  async function send({ fields, content }: Sent): Promise<number> {
    const key = randomUUID()
    for (;;) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
      body.set('filepath_local', new Blob([content]), 'file')
      try {
        const answer = await fetch(processes.address('/api/rest/v4/archive/'), {
          method: 'POST',
          headers: { authorization, 'idempotency-key': key },
          body,
        })
        if (answer.status === 201) return ((await answer.json()) as { id: number }).id
        if (answer.status < 500) throw new TypeError(`${answer.status}: ${await answer.text()}`)
      } catch (error) {
        if (error instanceof TypeError && /^\d/.test(error.message)) throw error
      }
      await sleep(100)
    }
  }
})
