/** Backup commands: of a running server, restored into an empty folder and served from it. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { PluginHost } from '#core/plugin_host'
import { ArchiveReader } from '#app/backup/archive_reader'
import type { Manifest } from '#app/backup/format'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { healthCheck } from '#tests/helpers/image'
import { ace, runScript, ServerProcess } from '#tests/helpers/server_process'

test.group('backup commands', (group) => {
  const folders: string[] = []
  const folder = () => {
    folders.push(makeTemporaryFolder())
    return folders.at(-1)!
  }
  group.teardown(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true })
  })

  test('a restored folder has and serves the same rows, files, and key', async ({ assert }) => {
    const original = folder()
    await copyMadeFolder(original)
    mkdirSync(join(original, 'files/recap'), { recursive: true })
    writeFileSync(join(original, 'files/recap/one.pdf'), 'not a PDF, but a file')
    const file = join(original, 'backups/one.zip')

    const created = await ace(['backup:create', file], { DATA_DIR: original }).ended
    assert.equal(created.code, 0, created.output)
    assert.match(created.output, /one\.zip: [\d,]+ rows of \d+ tables, 1 files/)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const again = await ace(['backup:create', file], { DATA_DIR: original }).ended
    assert.equal(again.code, 1)
    assert.include(again.output, 'already exists')

    // An interrupted restore leaves a folder that no server accepts as an archive.
    const restored = folder()
    const killed = ace(['backup:restore', file], { DATA_DIR: restored })
    await killed.until('copying tables')
    killed.process.kill('SIGKILL')
    await killed.ended
    const refused = await ServerProcess.fail({ DATA_DIR: restored })
    assert.equal(refused.code, 1)
    assert.include(refused.output, 'curia: the database contains an interrupted restore.')

    const done = await ace(['backup:restore', file], { DATA_DIR: restored }).ended
    assert.equal(done.code, 0, done.output)
    for (const path of ['app.key', 'files/recap/one.pdf'])
      assert.equal(
        readFileSync(join(restored, path), 'utf8'),
        readFileSync(join(original, path), 'utf8')
      )
    assert.isFalse(existsSync(join(restored, '.restoring')))

    // The same rows in the same order give a backup with the same content.
    const second = join(restored, 'two.zip')
    assert.equal((await ace(['backup:create', second], { DATA_DIR: restored }).ended).code, 0)
    const [before, after] = await Promise.all([file, second].map(manifestOf))
    assert.deepEqual(after!.tables.filter(isNoJob), before!.tables.filter(isNoJob))
    assert.deepEqual(after!.sequences, before!.sequences)
    assert.deepEqual(after!.migrations, before!.migrations)
    assert.isAbove(before!.tables.find(({ name }) => name === 'public.opinion_clusters')!.rows, 100)

    const server = await ServerProcess.start({ DATA_DIR: restored, DEMO: 'off' })
    try {
      const counts = new Map(before!.tables.map(({ name, rows }) => [name.split('.')[1], rows]))
      const { resources } = await app.container.make(PluginHost)
      let checked = 0
      for (const { path, table, access, guard, visible } of resources.all()) {
        if (access.account || guard || visible) continue
        const answer = await server.json(`/api/rest/v4/${path}/?count=on`)
        assert.equal(answer.count, counts.get(table), path)
        checked++
      }
      assert.isAbove(checked, 20)
      // Health check of the image, with the server running and stopped.
      const [, ...words] = healthCheck()
      const check = () => runScript(words, { PORT: String(server.port) }).ended
      assert.equal((await check()).code, 0)
      const found = await server.json('/api/rest/v4/search/?q=%22equal+protection%22&court=scotus')
      assert.isAbove(found.count, 5)
    } finally {
      assert.equal((await server.kill('SIGTERM')).code, 0)
    }
    const [, ...words] = healthCheck()
    assert.equal((await runScript(words, { PORT: String(server.port) }).ended).code, 1)
  })
})

/** Jobs that the database schedules on its own aren't restored. */
const isNoJob = ({ name }: { name: string }) => name !== 'jobs.job'

async function manifestOf(file: string): Promise<Manifest> {
  const archive = await ArchiveReader.open(file)
  try {
    return await archive.manifest()
  } finally {
    archive.close()
  }
}
