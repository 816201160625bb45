/** The production build of a copy of the sources. */
import { appendFileSync, existsSync, globSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyTree, runScript } from '#tests/helpers/server_process'

const SOURCE = 'app/web/banner.ts'

test.group('build', (group) => {
  let root: string

  const build = () => runScript(['bin/build.js'], {}, root).ended
  const chunks = () =>
    readdirSync(join(root, 'build/chunks')).filter((name) => name.endsWith('.js'))
  const change = (text: string) => appendFileSync(join(root, SOURCE), `\n${text}\n`)
  /** Imports a chunk as a running process does. */
  const read = (name: string) => readFileSync(join(root, 'build/chunks', name), 'utf8')

  group.each.setup(async () => {
    root = makeTemporaryFolder()
    copyTree(root)
    return () => rmSync(root, { recursive: true, force: true })
  })

  test('keeps the chunks of the former build, and of no older one', async ({ assert }) => {
    assert.equal((await build()).code, 0)
    const first = chunks()
    const texts = new Map(first.map((name) => [name, read(name)]))
    change('export const changed = process.env.FIRST_CHANGE')
    assert.equal((await build()).code, 0)
    for (const [name, text] of texts) assert.equal(read(name), text)
    const added = chunks().filter((name) => !texts.has(name))
    assert.isNotEmpty(added)
    change('export const again = process.env.SECOND_CHANGE')
    assert.equal((await build()).code, 0)
    const last = chunks()
    assert.includeMembers(last, added)
    const replaced = first.filter((name) => !last.includes(name))
    assert.lengthOf(replaced, added.length)
  })

  test('has source maps with the paths of the sources', async ({ assert }) => {
    assert.equal((await build()).code, 0)
    const maps = globSync('build/**/*.js.map', { cwd: root }).map((path) => join(root, path))
    const sources = maps.flatMap((map) =>
      (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources
        .filter((source) => source.endsWith('.ts'))
        .map((source) => resolve(dirname(map), source))
    )
    assert.isAbove(sources.length, 1000)
    assert.deepEqual(
      sources.filter((source) => !existsSync(source)),
      []
    )
  })

  test('leaves the former build in place if a source has an error', async ({ assert }) => {
    assert.equal((await build()).code, 0)
    const former = chunks()
    for (const error of ['const = 1', "import { missing } from './assets.js'; missing()"]) {
      change(error)
      const { code, output } = await build()
      assert.equal(code, 1, error)
      assert.include(output, SOURCE, error)
      assert.deepEqual(chunks(), former)
    }
  })
})
