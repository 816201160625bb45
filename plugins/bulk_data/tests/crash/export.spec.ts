/**
 * Kills `bulk:export` with `kill -9` while the archive changes. The export that is finished at last
 * has the archive, and no incomplete file can be downloaded.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { crashesOr } from '#tests/helpers/mortal_processes'
import { ace, ServerProcess } from '#tests/helpers/server_process'
import { MANIFEST, readManifest, verifyFiles, type Manifest } from '../../export/manifest.js'
import { readState, UNFINISHED } from '../../export/unfinished_export.js'
import { digests, makeArchive, readExport, readMarks } from '../use_exports.js'

const CRASHES = crashesOr(2)
/** Files of tables that the test doesn't change, which are kept. */
const isUnchanged = (name: string) => !/^(dockets|docket-entries|parties)-\d/.test(name)
/** Complete files of those tables before a kill. Background jobs of the server may change one. */
const ENOUGH = 5
/** Maximum milliseconds from then to the kill. */
const REST = 1_500
/** Rows whose text takes seconds to compress. */
const ENTRIES = { rows: 800, texts: 300 }

test.group('bulk:export and kill -9', (group) => {
  const data = makeTemporaryFolder()
  const exports = join(data, 'exports')
  const environment = { DATA_DIR: data, DEMO: 'off', CITATIONS_LINKING: 'off' }
  let server: ServerProcess
  let source: pg.Client

  group.setup(async () => {
    await copyMadeFolder(data)
    server = await ServerProcess.start(environment)
    source = new pg.Client(new EmbeddedCluster({ dataDir: data }).connection())
    await source.connect()
    await source.query(
      `INSERT INTO docket_entries (docket_id, entry_number, description)
       SELECT 2001, 100000 + n, (SELECT string_agg(md5(n || ' ' || m), ' ') FROM generate_series(1, ${ENTRIES.texts}) m)
       FROM generate_series(1, ${ENTRIES.rows}) n`
    )
    return async () => {
      await source.end()
      await server.kill('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    }
  })

  const folders = () => (existsSync(exports) ? readdirSync(exports) : [])
  /** Names of the complete files of the unfinished export. */
  const completeFiles = async (): Promise<string[]> => {
    const [folder] = folders()
    const state = folder && (await readState(join(exports, folder, UNFINISHED)))
    return state ? state.files.map(({ file }) => file.name) : []
  }

  /** Changes tables with much and with little text. */
  const change = (round: number) =>
    source.query(
      `UPDATE docket_entries SET description = 'round ${round}' WHERE entry_number = ${100_001 + round};
       DELETE FROM docket_entries WHERE entry_number = ${100_501 + round};
       UPDATE dockets SET case_name = 'Round ${round}' WHERE id = 2001;
       INSERT INTO parties (name, extra_info) VALUES ('Party ${round}', '')`
    )

  const download = async (path: string) => {
    const response = await fetch(server.url(path))
    const body = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      text: body.toString(),
      sha256: sha256(body),
      size: body.length,
    }
  }

  /** Exports whose files were verified. */
  const verified = new Set<string>()

  /** Downloads all files of exports that are listed for the first time. */
  async function checkListed(): Promise<void> {
    const { text } = await download('/bulk-data/')
    for (const [, name] of text.matchAll(/href="\/bulk-data\/(\w+)\/manifest\.json"/g)) {
      if (verified.has(name!)) continue
      const { files } = JSON.parse(
        (await download(`/bulk-data/${name}/${MANIFEST}`)).text
      ) as Manifest
      for (const file of files) {
        const found = await download(`/bulk-data/${name}/${file.name}`)
        if (found.sha256 !== file.sha256) throw new Error(`${name}/${file.name} is incomplete`)
      }
      verified.add(name!)
    }
  }

  /** Whether no file of an unfinished export can be downloaded. */
  async function areHidden(): Promise<boolean> {
    for (const folder of folders())
      for (const file of readdirSync(join(exports, folder))) {
        const { status } = await download(`/bulk-data/${folder}/${file}`)
        if (status !== 404 && !existsSync(join(exports, folder, MANIFEST))) return false
      }
    return true
  }

  test('the finished export is complete, and no incomplete file can be downloaded', async ({
    assert,
    cleanup,
  }) => {
    let isChecking = true
    const checks = (async () => {
      for (; isChecking; await sleep(200)) await checkListed()
    })()
    let kills = 0
    let code: number | null = null
    let kept = 0
    while (code !== 0) {
      await change(kills)
      const { process: child, ended, until } = ace(['bulk:export'], environment)
      if (kills < CRASHES) {
        await until('exporting')
        const unchanged = async () => (await completeFiles()).filter(isUnchanged).length
        while (child.exitCode === null && (await unchanged()) < ENOUGH) await sleep(5)
        await sleep(Math.random() * REST)
        child.kill('SIGKILL')
      }
      const outcome = await ended
      ;({ code } = outcome)
      if (code === null) kills++
      else assert.equal(code, 0, outcome.output)
      if (outcome.output.includes('unchanged since the interruption')) kept++
      assert.isTrue(await areHidden())
    }
    isChecking = false
    await checks
    assert.isAbove(kills, 0)
    assert.isAbove(kept, 0)

    const [name] = folders()
    assert.lengthOf(folders(), 1)
    const folder = join(exports, name!)
    const manifest = await readManifest(folder)
    await verifyFiles(folder, manifest.files)
    assert.sameMembers(readdirSync(folder), [MANIFEST, ...manifest.files.map((file) => file.name)])
    await checkListed()
    assert.deepEqual([...verified], [name])

    const copy = await makeArchive()
    cleanup(() => copy.drop())
    const results = await readExport(copy, folder, { adopt: true })
    assert.deepEqual(
      results.filter(({ refused, dangling }) => refused || dangling),
      []
    )
    assert.deepEqual(await digests(copy.client), await digests(source))
    assert.deepEqual(await readMarks(copy.client), await readMarks(source))
  })
})

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
