/**
 * Detection of index changes, and access to index files that another process
 * has locked.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { test } from '@japa/runner'
import { openToRead, openToWrite } from '#app/search_engine/engines/embedded/index_database'
import { IndexMissing } from '#app/search_engine/engine'
import { IndexFiles } from '#app/search_engine/engines/embedded/index_files'
import { IndexWatch } from '#app/search_engine/engines/embedded/index_watch'
import { IndexWriting } from '#app/search_engine/engines/embedded/index_writing'
import { buildIndexLayout } from '#app/search_engine/engines/embedded/layout'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { CASES } from '#tests/search/archive'

const LAYOUT = buildIndexLayout(CASES)

/** Locks a database briefly, like a process that opens or closes it. */
const HOLDER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData)
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  parentPort.postMessage('held')
  setTimeout(() => database.close(), 300)
`

test.group('index watch', (group) => {
  let folder: string
  let files: IndexFiles
  let watch: IndexWatch
  let told: (string | null)[]

  const write = (checkpoint: string) => {
    mkdirSync(folder, { recursive: true })
    const database = openToWrite(files.live(), LAYOUT)
    const writing = new IndexWriting(database)
    writing.commit(checkpoint)
    writing.finish()
  }
  const until = async (done: () => boolean) => {
    const deadline = Date.now() + 10_000
    while (!done()) {
      if (Date.now() > deadline) throw new Error(`it reported ${told.join(', ')}`)
      await sleep(10)
    }
  }

  group.each.setup(() => {
    const parent = makeTemporaryFolder()
    folder = join(parent, 'search')
    mkdirSync(folder)
    files = new IndexFiles(folder, 'cases')
    watch = new IndexWatch(folder, [files])
    told = []
    return () => {
      watch.close()
      rmSync(parent, { recursive: true, force: true })
    }
  })

  test('an index is missing until its first commit', ({ assert }) => {
    mkdirSync(folder, { recursive: true })
    assert.throws(() => openToRead(files.live(), LAYOUT), IndexMissing)
    openToWrite(files.live(), LAYOUT).close()
    assert.throws(() => openToRead(files.live(), LAYOUT), IndexMissing)
    write('1')
    openToRead(files.live(), LAYOUT).close()
  })

  test('reports each commit once, with its checkpoint', async ({ assert }) => {
    write('one')
    watch.add((_, checkpoint) => told.push(checkpoint))
    await sleep(200)
    assert.deepEqual(told, [])
    write('two')
    await until(() => told.length === 1)
    new DatabaseSync(files.live()).close()
    write('three')
    await until(() => told.length === 2)
    assert.deepEqual(told, ['two', 'three'])
  })

  test('reports a deleted folder and its replacement', async ({ assert }) => {
    write('one')
    watch.add((_, checkpoint) => told.push(checkpoint))
    await sleep(200)
    rmSync(folder, { recursive: true })
    await until(() => told.length === 1)
    write('two')
    await until(() => told.length === 2)
    write('three')
    await until(() => told.length === 3)
    assert.deepEqual(told, [null, 'two', 'three'])
  })

  test('a writer waits while another process has the file locked', async ({ assert }) => {
    write('one')
    const holder = new Worker(HOLDER, { eval: true, workerData: files.live() })
    await new Promise((resolve) => holder.once('message', resolve))
    const database = openToWrite(files.live(), LAYOUT)
    assert.equal(database.about('checkpoint'), 'one')
    database.close()
    await holder.terminate()
  })
})
