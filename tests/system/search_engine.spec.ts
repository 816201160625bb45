import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import type { EngineSearch } from '#app/search_engine/engine'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import type { QueryTree } from '#app/search_engine/query/tree'
import { CASES } from '#tests/search/archive'
import { temporaryFolder } from '#tests/search/engine_conformance'
import { fillIndex } from '#tests/search/fill_index'
import { searchFor as engineSearch } from '#tests/search/frequent_words'
import { openCommonCases, slowdowns } from '#tests/search/heavy_load'

const PROCESS = fileURLToPath(new URL('../search/engine_process.ts', import.meta.url))

function start(task: 'write' | 'read', folder: string) {
  const child = spawn(process.execPath, ['--import=./bin/read_types.js', PROCESS, task, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`)
      await wait(5)
    }
  }
  return { child, lines, until }
}

const search = (query: QueryTree, more: Partial<EngineSearch> = {}): EngineSearch =>
  engineSearch(query, { index: 'cases', ...more })

test.group('embedded search engine', () => {
  test('kill -9 of a writer keeps its last commit', async ({ assert, cleanup }) => {
    const folder = temporaryFolder(cleanup)
    for (let round = 1; round <= 4; round++) {
      const { child, lines, until } = start('write', folder)
      await until(() => lines.length >= 3)
      await wait(round * 7)
      child.kill('SIGKILL')
      await once(child, 'close')
      const engine = await openEmbeddedEngine({ indexes: [CASES], folder })
      const writer = await engine.openWriter('cases', 'live')
      const last = Number(await writer.checkpoint())
      assert.isAtLeast(last, Number(lines.at(-1)))
      const { count } = await engine.search(
        search({ op: 'word', fields: ['text'], word: 'words', form: 'exact' })
      )
      assert.equal(count, last)
      const { hits } = await engine.search(
        search({ op: 'word', fields: ['name'], word: `n${last}`, form: 'exact' })
      )
      assert.deepEqual(
        hits.map(({ key }) => key),
        [last]
      )
      assert.equal((await engine.health()).indexes[0]!.documents, 2 * last)
      await writer.close()
      await engine.close()
    }
  })

  test('each search of two processes sees a single index during swaps', async ({
    assert,
    cleanup,
  }) => {
    const folder = temporaryFolder(cleanup)
    const engine = await openEmbeddedEngine({ indexes: [CASES], folder })
    cleanup(() => engine.close())
    const parents = (from: number) =>
      Array.from({ length: 10 }, (_, at) => ({
        key: from + at,
        date: '2020-01-01',
        factor: 1,
        fields: { name: 'case' },
      }))
    const expected = (from: number) =>
      `${parents(from)
        .map(({ key }) => key)
        .join(' ')} 10`
    await fillIndex(engine, 'cases', { parents: parents(100), children: [] })
    const readers = [start('read', folder), start('read', folder)]
    cleanup(async () => readers.forEach(({ child }) => child.kill('SIGKILL')))
    const seen = [expected(100)]
    for (const { lines, until } of readers) await until(() => lines.length >= 1)
    for (let round = 2; round <= 5; round++) {
      await fillIndex(engine, 'cases', { parents: parents(round * 100), children: [] }, 'rebuild')
      const swapped = performance.now()
      await engine.swap('cases')
      seen.push(expected(round * 100))
      for (const { lines, until } of readers) await until(() => lines.at(-1) === seen.at(-1))
      assert.isBelow(performance.now() - swapped, 5000)
    }
    for (const { lines } of readers) assert.deepEqual(lines, seen)
  })

  test('announces changes by another process', async ({ assert, cleanup }) => {
    const folder = temporaryFolder(cleanup)
    const engine = await openEmbeddedEngine({ indexes: [CASES], folder })
    cleanup(() => engine.close())
    let changes = 0
    engine.onChange(() => changes++)
    const { child, until } = start('write', folder)
    cleanup(async () => void child.kill('SIGKILL'))
    await until(() => changes >= 3)
    assert.isAtLeast(changes, 3)
  })

  test('finds rare words equally fast while heavy searches run', async ({ assert, cleanup }) => {
    const searchFor = await openCommonCases(cleanup)
    const rare = async (at: number) => {
      const count = await searchFor(`rare${at % 3000}`)
      if (count !== 10) throw new Error(`${count} found`)
    }
    const ratios = await slowdowns(rare, searchFor, 3)
    assert.isBelow(Math.min(...ratios), 3, `p99 rose by ${ratios.join(', ')}`)
  })
})
