/**
 * Imports of docket sheets survive `kill -9` of the command and of the database at any time.
 */
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { docketSheets, writeDocketSheets } from '../docket_sheets.js'
import type { DocketSheet } from '#plugins/federal_records/docket_sheet/schema'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { ace, postmaster, ROOT } from '#tests/helpers/server_process'

const SIZE = { dockets: 250, entries: 1, parties: 1, courts: ['nysd', 'cand', 'deb'] }
/** The number of dockets at the time of a kill, and the killed process. */
const ROUNDS: [dockets: number, victims: ('import' | 'database')[]][] = [
  [60, ['import']],
  [110, ['import', 'database']],
  [160, ['database']],
]

/** Rows that must exist exactly once, as text in the archive and in a sheet. */
const ROWS: [sql: string, of: (sheet: DocketSheet) => string[]][] = [
  ['SELECT docket_number FROM dockets', ({ docket }) => [docket.docket_number!]],
  [
    `SELECT concat_ws(' ', docket_number, entry_number, description)
     FROM docket_entries e JOIN dockets d ON d.id = docket_id`,
    ({ docket, docket_entries: entries = [] }) =>
      entries.map((entry) => `${docket.docket_number} ${entry.entry_number} ${entry.description}`),
  ],
  [
    'SELECT registry_doc_id FROM archive_documents',
    ({ docket_entries: entries = [] }) =>
      entries.flatMap(({ documents = [] }) => documents.map((row) => row.registry_doc_id!)),
  ],
  [
    `SELECT concat_ws(' ', docket_number, t.name, p.name)
     FROM parties p JOIN party_types t ON party_id = p.id JOIN dockets d ON d.id = docket_id`,
    ({ docket, parties = [] }) =>
      parties.map(({ type, name }) => `${docket.docket_number} ${type} ${name}`),
  ],
  [
    `SELECT concat_ws(' ', docket_number, p.name, a.name, role)
     FROM attorney_roles JOIN dockets d ON d.id = docket_id JOIN parties p ON p.id = party_id
     JOIN attorneys a ON a.id = attorney_id`,
    ({ docket, parties = [] }) =>
      parties.flatMap((party) =>
        party.attorneys!.flatMap(({ name, roles = [] }) =>
          roles.map(({ role }) => `${docket.docket_number} ${party.name} ${name} ${role}`)
        )
      ),
  ],
]
/** People in many dockets. */
const PEOPLE: typeof ROWS = [
  [
    'SELECT name FROM attorneys',
    ({ parties = [] }) => parties.flatMap((party) => party.attorneys!.map(({ name }) => name)),
  ],
]

const NOTHING =
  /entries\s*│\s*0\s*│\s*0\s.*documents\s*│\s*0\s*│\s*0\s.*parties\s*│\s*0\s*│\s*0\s.*attorneys\s*│\s*0\s*│\s*0\s/s

test.group('dockets:import and kill -9', (group) => {
  let folder: string
  let file: string
  let cluster: EmbeddedCluster
  const run = (...args: string[]) => ace(args, { DATA_DIR: folder })

  group.setup(async () => {
    folder = makeTemporaryFolder()
    file = join(folder, 'dockets.jsonl')
    cluster = new EmbeddedCluster({ dataDir: folder })
    await writeDocketSheets(file, SIZE)
    await run('bulk:import', join(ROOT, 'database/sample/courts.csv')).ended
    return async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** The first column of a query; empty while the database is down. */
  const column = async (text: string): Promise<string[]> => {
    const client = new pg.Client(cluster.connection())
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<[string]>({ text, rowMode: 'array' })
      return rows.map(([value]) => value)
    } catch {
      return []
    } finally {
      await client.end().catch(() => {})
    }
  }
  /** Waits until the given number of dockets exist or the import has ended. */
  const until = async (count: number, child: ChildProcess) => {
    for (let there = 0; there < count && child.exitCode === null; await sleep(50))
      there = Number((await column('SELECT count(*) FROM dockets'))[0] ?? 0)
  }

  test('{signal} stops after a docket with a message')
    .with([
      { signal: 'SIGINT', status: 130, moment: 10 },
      { signal: 'SIGTERM', status: 143, moment: 30 },
    ] as const)
    .run(async ({ assert }, { signal, status, moment }) => {
      const { process: child, ended } = run('dockets:import', file)
      await until(moment, child)
      child.kill(signal)
      const { code, output } = await ended
      assert.equal(code, status, output)
      assert.include(output, 'run the same command again to import')
    })

  test('the next run completes with every row once', async ({ assert }) => {
    for (const [moment, victims] of ROUNDS) {
      const { process: child, ended } = run('dockets:import', file)
      await until(moment, child)
      const database = postmaster(cluster.folder)!
      if (victims.includes('import')) child.kill('SIGKILL')
      if (victims.includes('database')) process.kill(database, 'SIGKILL')
      const { code, output } = await ended
      if (victims.includes('import')) continue
      assert.equal(code, 1, output)
      assert.include(output, 'the database is unavailable')
    }
    const last = await run('dockets:import', file).ended
    assert.equal(last.code, 0, last.output)
    const again = await run('dockets:import', file).ended
    assert.equal(again.code, 0, again.output)
    assert.match(again.output, NOTHING)

    await cluster.start()
    const sheets = [...docketSheets(SIZE)]
    for (const [sql, of] of ROWS)
      assert.deepEqual((await column(sql)).sort(), sheets.flatMap(of).sort())
    for (const [sql, of] of PEOPLE)
      assert.deepEqual((await column(sql)).sort(), [...new Set(sheets.flatMap(of))].sort())
  })
})
