/**
 * Search indexes are maintained automatically: built at the first start, updated by
 * any running process, and consistent after kill -9.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IndexMissing, type SearchEngine } from '#app/search_engine/engine'
import { openEngine } from '#app/search_engine/engines/open_engine'
import { ALL, type QueryTree } from '#app/search_engine/query/tree'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { sampleCount } from '#tests/helpers/sample_archive'
import { ace, runScript, ServerProcess } from '#tests/helpers/server_process'
import { PluginHost } from '#core/plugin_host'

/** Milliseconds after which an index counts as stuck. */
const TIMEOUT = 60_000

async function searcher(data: string) {
  const { searchIndexes: indexes } = await app.container.make(PluginHost)
  const engine = await openEngine('embedded', { indexes, folder: join(data, 'search') })
  const hitsOf = async (index: string, query: QueryTree) => {
    const { hits } = await engine.search({
      index,
      query,
      filter: ALL,
      grain: 'parent',
      order: { by: 'score' },
      scoring: { today: '2026-01-01' },
      size: 1_000,
      children: 1_000,
      count: true,
      deadline: 10_000,
    })
    return hits
  }
  /** Keys of the matching parents. */
  const find = async (index: string, query: QueryTree): Promise<number[]> =>
    (await hitsOf(index, query)).map(({ key }) => key)
  /** Keys of all parents with those of their children. */
  const all = async (index: string): Promise<Record<number, number[]>> =>
    Object.fromEntries(
      (await hitsOf(index, ALL)).map(({ key, children }) => [
        key,
        children.map((child) => child.key).toSorted((one, other) => one - other),
      ])
    )
  return { engine, find, all }
}

/** Waits for a correct result. @returns the elapsed milliseconds */
async function until(isRight: () => Promise<boolean>): Promise<number> {
  const started = Date.now()
  for (;;) {
    const right = await isRight().catch((error) => {
      if (error instanceof IndexMissing) return false
      throw error
    })
    if (right) return Date.now() - started
    if (Date.now() - started > TIMEOUT) throw new Error('the index is stuck')
    await sleep(50)
  }
}

const word = (field: string, text: string): QueryTree => ({
  op: 'word',
  fields: [field],
  word: text,
  form: 'exact',
})

async function documentsOf(engine: SearchEngine, index: string): Promise<number> {
  const { indexes } = await engine.health()
  return indexes.find(({ index: name }) => name === index)!.documents
}

test.group('search indexes', () => {
  test('exist after the first start, and include imports despite kill -9', async ({
    assert,
    cleanup,
  }) => {
    const folder = makeTemporaryFolder()
    const data = join(folder, 'data')
    const sheet = (number: number, party: string) => {
      const file = join(folder, `sheet-${number}.jsonl`)
      const docket = {
        docket: {
          court_id: 'nysd',
          docket_number: `1:25-cv-0${number}`,
          case_name: `${party} v. State`,
        },
        docket_entries: [
          {
            entry_number: 1,
            date_filed: '2025-01-02',
            description: `COMPLAINT of ${party}`,
            documents: [],
          },
        ],
      }
      writeFileSync(file, `${JSON.stringify(docket)}\n`)
      return file
    }
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(data)
    await copyMadeFolder(data)
    const first = await ServerProcess.start({ DATA_DIR: data })
    const { engine, find } = await searcher(data)
    cleanup(() => engine.close())

    await until(async () => (await find('opinions', word('caseName', 'brown'))).includes(1038))
    await until(async () => (await find('people', word('name', 'warren'))).length > 0)

    const imported = await ace(['dockets:import', sheet(1001, 'Quillfeather')], { DATA_DIR: data })
      .ended
    assert.equal(imported.code, 0, imported.output)
    const visible = await until(
      async () => (await find('dockets', word('caseName', 'quillfeather'))).length === 1
    )
    assert.isBelow(visible, 2_000, 'milliseconds after the end of the import')

    await first.kill('SIGKILL')
    await ace(['dockets:import', sheet(1002, 'Brackenridge')], { DATA_DIR: data }).ended
    assert.lengthOf(await find('dockets', word('caseName', 'brackenridge')), 0)
    const second = await ServerProcess.start({ DATA_DIR: data })
    await until(async () => (await find('dockets', word('caseName', 'brackenridge'))).length === 1)
    await second.kill('SIGTERM')
  })

  test('a rebuild continues after kill -9 and includes every record', async ({
    assert,
    cleanup,
  }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    mkdirSync(data)
    await copyMadeFolder(data)
    const { engine, find } = await searcher(data)
    cleanup(() => engine.close())

    const env = { DATA_DIR: data }
    for (const moment of [800, 1_200, 1_800]) {
      const { process: child, ended } = ace(['search:rebuild'], env)
      await sleep(moment)
      child.kill('SIGKILL')
      await ended
    }
    const { code, output } = await ace(['search:rebuild'], env).ended
    assert.equal(code, 0, output)
    assert.match(output, new RegExp(`opinions\\s*│\\s*${sampleCount('opinion-clusters')}\\s*│`))
    assert.equal(await documentsOf(engine, 'opinions'), sampleCount('opinions'))
    assert.include(await find('opinions', word('caseName', 'brown')), 1038)

    const unknown = await ace(['search:rebuild', 'opinion'], env).ended
    assert.equal(unknown.code, 1)
    assert.include(unknown.output, 'unknown index "opinion"; choose from opinions')
  })

  test('a rebuild resumes after its last commit before kill -9', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    mkdirSync(data)
    await copyMadeFolder(data)
    const { engine, all } = await searcher(data)
    cleanup(() => engine.close())
    const before = await all('opinions')
    rmSync(join(data, 'search'), { recursive: true })

    const script = ['--import=./bin/read_types.js', 'tests/search/rebuild_process.ts', 'opinions']
    // It commits after every five, and is killed after writing five more.
    for (const [behind, stop] of [
      [0, 25],
      [20, 60],
      [55, 110],
    ]) {
      const rebuild = runScript([...script, `${stop}`], { DATA_DIR: data })
      await rebuild.until(`at ${stop}\n`)
      rebuild.process.kill('SIGKILL')
      const { output } = await rebuild.ended
      assert.include(output, `after ${behind}\nat ${behind! + 5}\n`)
      await assert.rejects(() => all('opinions'), IndexMissing)
    }
    const { code, output } = await runScript(script, { DATA_DIR: data }).ended
    assert.equal(code, 0, output)
    assert.match(output, /after 105\nat 110\n(at \d+\n)*catching up/)
    assert.deepEqual(await all('opinions'), before)
    assert.equal(await documentsOf(engine, 'opinions'), sampleCount('opinions'))
  })
})
