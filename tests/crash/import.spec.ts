/** Imports survive kill -9 of the import or the database at any time. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, isAlive, postmaster } from '#tests/helpers/server_process'

const HEADER =
  'id,court_seat,building_name,address1,address2,city,county,state,zip_code,country_code,court_id'
const ROWS = 300_000
/** Milliseconds between the first output about rows and each kill. */
const MOMENTS = [50, 400, 900]

test.group('bulk:import and kill -9', () => {
  test('the next run resumes and imports every row once', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    const file = join(folder, 'courthouses-2024-01-01.csv')
    const rows = Array.from(
      { length: ROWS },
      (_, index) =>
        `"${index + 1}","t","Building ${index}","1 Main Street","","Albany","","NY","","US","scotus"`
    )
    writeFileSync(file, `${HEADER}\n${rows.join('\n')}\n`)
    // The sample contains the courts.
    mkdirSync(data)
    await copyMadeFolder(data)

    const cluster = join(data, 'postgres', 'cluster')
    for (const [round, moment] of MOMENTS.entries()) {
      const { process: child, ended, until } = ace(['bulk:import', file], { DATA_DIR: data })
      await until('reading')
      await sleep(moment)
      const database = postmaster(cluster)
      child.kill('SIGKILL')
      // Every second time, also kill the database.
      if (round % 2 && database && isAlive(database)) process.kill(database, 'SIGKILL')
      await ended
    }
    const { code, output } = await ace(['bulk:import', file], { DATA_DIR: data }).ended
    assert.equal(code, 0, output)
    assert.include(output, 'courthouses-2024-01-01.csv')

    const again = await ace(['bulk:import', file], { DATA_DIR: data }).ended
    assert.equal(again.code, 0, again.output)
    assert.match(
      again.output,
      /courthouses-2024-01-01\.csv\s*│\s*300,000\s*│\s*0\s*│\s*0\s*│\s*0\s*│\s*0/
    )
  })

  test('{$self} stops after a chunk with a message')
    .with(['SIGINT', 'SIGTERM'] as const)
    .run(async ({ assert, cleanup }, signal) => {
      const folder = makeTemporaryFolder()
      cleanup(() => rmSync(folder, { recursive: true, force: true }))
      const data = join(folder, 'data')
      const file = join(folder, 'courts-2024-01-01.csv')
      const header =
        'id,pacer_court_id,pacer_has_rss_feed,pacer_rss_entry_types,date_last_pacer_contact,fjc_court_id,date_modified,in_use,has_opinion_scraper,has_oral_argument_scraper,position,citation_string,short_name,full_name,url,start_date,end_date,jurisdiction,notes,parent_court_id'
      const rows = Array.from(
        { length: 150_000 },
        (_, index) =>
          `"c${index}",,"t","",,"","2024-01-01 00:00:00+00","t","f","f","1","","Court","Court","",,,"F","",`
      )
      writeFileSync(file, `${header}\n${rows.join('\n')}\n`)
      const { process: child, ended, until } = ace(['bulk:import', file], { DATA_DIR: data })
      await until('reading')
      await firstChunk(data)
      child.kill(signal)
      const { code, output } = await ended
      assert.equal(code, signal === 'SIGINT' ? 130 : 143, output)
      assert.include(output, 'run the same command again to resume')
      const { output: summary, code: second } = await ace(['bulk:import', file], { DATA_DIR: data })
        .ended
      assert.equal(second, 0, summary)
      assert.include(summary, 'resuming after row')
    })
})

/** Resolves when a running import has saved a checkpoint. */
async function firstChunk(dataDir: string): Promise<void> {
  const client = new pg.Client(new EmbeddedCluster({ dataDir }).connection())
  await client.connect()
  try {
    for (;;) {
      const { rowCount } = await client.query('SELECT 1 FROM bulk_imports WHERE rows_read > 0')
      if (rowCount) return
      await sleep(5)
    }
  } finally {
    await client.end()
  }
}
