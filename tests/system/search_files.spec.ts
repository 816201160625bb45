/**
 * Index files are derived data: a server continues when its files are deleted or
 * damaged, and rebuilds them automatically.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { IndexFiles } from '#app/search_engine/engines/embedded/index_files'
import { damageFile } from '#tests/helpers/damage'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ServerProcess } from '#tests/helpers/server_process'

/** Milliseconds after which an index counts as stuck. */
const TIMEOUT = 30_000

type Cleanup = (end: () => Promise<void>) => void

/** A server with the sample archive and its indexes. */
async function start(
  cleanup: Cleanup,
  prepare: (search: string) => void = () => {},
  env: NodeJS.ProcessEnv = {}
) {
  const folder = makeTemporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  await copyMadeFolder(data)
  const search = join(data, 'search')
  prepare(search)
  const server = await ServerProcess.start({ DATA_DIR: data, ...env })
  cleanup(async () => {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  return { server, search, data }
}

/** Repeats a search until it no longer returns 503. @returns the number of requests, and the count */
async function answered(server: ServerProcess, type: string) {
  let asked = 0
  for (const started = Date.now(); Date.now() - started < TIMEOUT; await sleep(50)) {
    // Results of earlier searches are cached for a while.
    const query = `q=court+OR+x${Math.random().toString(36).slice(2)}&type=${type}`
    const response = await fetch(server.url(`/api/rest/v4/search/?${query}`))
    const body = (await response.json()) as { count: number }
    asked++
    if (response.status === 200) return { asked, count: body.count }
    if (response.status !== 503) throw new Error(`${response.status} ${JSON.stringify(body)}`)
  }
  throw new Error('the index is stuck')
}

/** Requests logged as failed. */
function failedRequests({ output }: ServerProcess): string[] {
  return output.split('\n').filter((line) => line.includes('request failed'))
}

test.group('search files', () => {
  test('recreates the folder if it is deleted while the server runs', async ({
    assert,
    cleanup,
  }) => {
    const { server, search } = await start(cleanup)
    const { count } = await answered(server, 'o')
    rmSync(search, { recursive: true })
    assert.equal((await answered(server, 'o')).count, count)
    for (const type of ['r', 'p', 'oa']) await answered(server, type)
    assert.deepEqual(failedRequests(server), [])
  })

  test('rebuilds an index if its files are deleted while the server runs', async ({
    assert,
    cleanup,
  }) => {
    const { server, search } = await start(cleanup)
    const { count } = await answered(server, 'o')
    for (const name of readdirSync(search).filter((one) => one.startsWith('opinions.')))
      rmSync(join(search, name))
    assert.equal((await answered(server, 'o')).count, count)
    assert.deepEqual(failedRequests(server), [])
  })

  test('rebuilds an index that is damaged at startup, while the others continue', async ({
    assert,
    cleanup,
  }) => {
    const { server } = await start(cleanup, (search) => {
      const files = new IndexFiles(search, 'opinions')
      // Leftovers of an earlier rebuild can't be used.
      copyFileSync(files.live(), files.next())
      for (const file of [files.live(), files.next()]) damageFile(file, 3 * 4096, 200 * 4096)
    })
    const again = await answered(server, 'o')
    for (const type of ['r', 'p', 'oa']) assert.equal((await answered(server, type)).asked, 1)
    assert.deepEqual(failedRequests(server), [])
    assert.lengthOf(server.output.match(/rebuilding a damaged search index/g)!, 1)

    const whole = await start(cleanup)
    assert.equal(again.count, (await answered(whole.server, 'o')).count)
  })

  test('a process repairs damage that a search in another process detects', async ({
    assert,
    cleanup,
  }) => {
    const { server, search, data } = await start(cleanup, () => {}, { JOBS: 'off' })
    const worker = await ServerProcess.startWorker({ DATA_DIR: data, PORT: `${server.port}` })
    cleanup(async () => void (await worker.kill('SIGTERM')))
    const { count } = await answered(server, 'o')
    damageFile(new IndexFiles(search, 'opinions').live(), 3 * 4096)
    assert.equal((await answered(server, 'o')).count, count)
    assert.equal((await answered(server, 'r')).asked, 1)
    assert.lengthOf(worker.output.match(/rebuilding a damaged search index/g)!, 1)
    assert.notInclude(server.output, '"level":50')
  })
})
