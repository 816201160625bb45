import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { test } from '@japa/runner'
import { importedBy, sources } from '#tests/helpers/import_graph'
import { ROOT } from '#tests/helpers/server_process'

/** Modules that run in worker threads, by file name. */
const THREAD = /[_/](thread|task)\.ts$/
/** Modules that work only in a booted application. */
const SERVICES = /from '(@adonisjs\/core|@adonisjs\/\w+)\/services\//

const entries = ['app', 'plugins']
  .flatMap(sources)
  .filter((file) => THREAD.test(file) && !/\/tests\//.test(file))

test.group('modules of worker threads', () => {
  test('load no services of the application', ({ assert }) => {
    assert.isAbove(entries.length, 10)
    const found = entries.flatMap((entry) =>
      filesLoadedBy(entry)
        .filter((file) => SERVICES.test(readFileSync(file, 'utf8')))
        .map((file) => `${relative(ROOT, entry)} loads ${relative(ROOT, file)}`)
    )
    assert.deepEqual(found, [])
  })
})

function filesLoadedBy(entry: string): string[] {
  const files = new Set([entry])
  for (const file of files)
    for (const imported of importedBy(file, { loaded: true })) files.add(imported)
  return [...files]
}
