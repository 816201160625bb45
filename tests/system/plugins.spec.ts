/** Adding and removing plugins: the commands, and trees without one of them. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { PluginDefinition } from '#core/define_plugin'
import { loadPlugins } from '#core/plugin_loader'
import { CHECKED, COMPILER, shareTypes } from '#tests/helpers/compiler'
import { copyBuiltTree, removePlugin } from '#tests/helpers/built_tree'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { ace, copyTree, environmentIn, ROOT, ServerProcess } from '#tests/helpers/server_process'

/** Runs suites of a copied tree to completion. */
function runSuites(root: string, suites: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/run_tests.js', ...suites], {
    cwd: root,
    encoding: 'utf8',
    env: environmentIn(root, { CURIA_TEST_REPORT: undefined, ...env }),
  })
  return { status, output: stdout + stderr }
}

/**
 * Compares the remaining resources of a copied tree with the contract file, without
 * requesting records.
 */
function checkContract(root: string) {
  return runSuites(root, ['contract', '--files=contract_file.spec.ts'], {
    CURIA_TEST_SAMPLE: 'off',
  })
}

/** Requires every data set, and is removed with any of them. */
const TOOLING = 'synthetic_archive'

/** Plugins that no other plugin requires. */
async function removable(): Promise<string[]> {
  const plugins = await loadPlugins()
  return plugins
    .map(({ name }) => name)
    .filter((name) => requiring(plugins, name).every((one) => one === TOOLING))
}

/** Names of the plugins that require it. */
const requiring = (plugins: PluginDefinition[], name: string): string[] =>
  plugins.filter(({ requires }) => requires?.includes(name)).map((plugin) => plugin.name)

/**
 * Groups to remove: for any two plugins, one group contains the first but not the second, so
 * that undeclared dependencies are detected. Each plugin is in the same number of the k groups,
 * in a unique combination (Sperner's theorem: k groups are enough for C(k, k/2) plugins).
 */
async function removedTogether(): Promise<string[][]> {
  const names = await removable()
  for (let k = 1; ; k++) {
    const codes = Array.from({ length: 2 ** k }, (_, code) => code).filter(
      (code) => ones(code) === Math.floor(k / 2)
    )
    if (codes.length < names.length) continue
    return Array.from({ length: k }, (_, group) =>
      names.filter((_name, index) => codes[index]! & (1 << group))
    )
  }
}

const ones = (code: number) => code.toString(2).replaceAll('0', '').length

/** Removes plugins from a copied tree, with those that require them. */
async function removeAll(root: string, names: string[]): Promise<void> {
  const plugins = await loadPlugins()
  for (const name of new Set(names.flatMap((one) => [one, ...requiring(plugins, one)])))
    removeTested(root, name)
}

/** Removes a plugin from a copied tree, with the test files in other folders that import it. */
function removeTested(root: string, name: string): void {
  removePlugin(root, name)
  const files = new Set(
    globSync(['tests/**/*.ts', 'plugins/*/tests/**/*.ts'], { cwd: root }).map((file) =>
      join(root, file)
    )
  )
  const remove = (isGone: (specifier: string, file: string) => boolean): void => {
    const removed = [...files].filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([#.][^']+)'/g)].some(([, specifier]) =>
        isGone(specifier!, file)
      )
    )
    for (const file of removed) {
      files.delete(file)
      rmSync(file)
    }
    if (removed.length)
      remove((specifier, file) => removed.includes(importedFile(root, specifier, file)))
  }
  remove((specifier) => specifier.startsWith(`#plugins/${name}/`))
}

/** File of the tree that a plugin test's import refers to. */
function importedFile(root: string, specifier: string, importer: string): string {
  return /^#(plugins|tests)\//.test(specifier)
    ? join(root, `${specifier.slice(1)}.ts`)
    : join(importer, '..', specifier.replace(/\.js$/, '.ts'))
}

/** Errors of the compiler in a copied tree; an empty list means success. */
function typeErrors(root: string): string {
  shareTypes(root)
  const words = [COMPILER, '--noEmit', '--incremental', '--tsBuildInfoFile', CHECKED]
  return spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' }).stdout
}

test.group('plugins', (group) => {
  let folder: string

  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('plugins:list shows each with its resources and routes', async ({ assert }) => {
    const { code, output } = await ace(['plugins:list', '--json'], {}).ended
    assert.equal(code, 0, output)
    const listed = JSON.parse(output)
    const plugins = await loadPlugins()
    assert.deepEqual(
      listed.map(({ name }: { name: string }) => name),
      plugins.map(({ name }) => name)
    )
    assert.include(
      listed.flatMap(({ routes }: { routes: string[] }) => routes),
      '/api/rest/v4/courts/'
    )
  })

  test('make:plugin creates a plugin whose tests pass, and rejects invalid names', async ({
    assert,
  }) => {
    copyTree(folder)
    const made = await ace(['make:plugin', 'court_calendars'], {}, folder).ended
    assert.equal(made.code, 0, made.output)
    const { status, output } = runSuites(
      folder,
      ['functional', 'contract', '--files=court_calendars', '--files=every_resource'],
      { CURIA_TEST_RESOURCES: 'court-calendars' }
    )
    assert.equal(status, 0, output)
    assert.include(output, 'v4 court-calendars: every filter with every lookup')
    assert.include(output, 'are listed, newest first, and filtered by name')

    for (const name of ['court_calendars', 'Bad-Name', '../escape']) {
      const refused = await ace(['make:plugin', name], {}, folder).ended
      assert.equal(refused.code, 1, refused.output)
    }
  })

  test('a mount runs before the body is read', async ({ assert }) => {
    copyTree(folder)
    cpSync(join(ROOT, 'tests/fixtures/mount_probe'), join(folder, 'plugins/mount_probe'), {
      recursive: true,
    })
    const { status, output } = runSuites(folder, ['functional', '--files=mounts'], {
      CURIA_TEST_SAMPLE: 'off',
    })
    assert.equal(status, 0, output)
    assert.include(output, 'the handler reads the body')
  })

  // Imports are checked statically, by layers.spec.ts.
  test('without {$self}, the resources of the rest follow the contract')
    .with(removedTogether)
    .run(async ({ assert }, names) => {
      copyTree(folder)
      await removeAll(folder, names)
      const { status, output } = checkContract(folder)
      assert.equal(status, 0, output)
    })

  test('without any of them, the tree type-checks, the server starts, and resources follow the contract', async ({
    assert,
  }) => {
    copyBuiltTree(folder)
    await removeAll(folder, await removable())
    assert.equal(typeErrors(folder), '')
    const { status, output } = checkContract(folder)
    assert.equal(status, 0, output)

    const env = { DATA_DIR: join(folder, 'data'), SAMPLE_ARCHIVE: 'off' }
    const server = await ServerProcess.start(env, folder)
    assert.isObject(await server.json('/api/rest/v4/'))
    const { code } = await server.kill('SIGTERM')
    assert.equal(code, 0)
  })
})
