/** An export of the sample archive is a whole archive: the contract's specs pass on a server that imported it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { MANIFEST } from '../../export/manifest.js'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyEmptyFolder, copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, runScript } from '#tests/helpers/server_process'

const SPECS = ['every_resource', 'relations', 'strict_keys', 'public_names']

test.group('an imported export', (group) => {
  const folder = makeTemporaryFolder()
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  test('passes the specs of the contract', async ({ assert }) => {
    const [from, to, exports] = ['from', 'to', 'exports'].map((name) => join(folder, name))
    for (const made of [from!, to!]) mkdirSync(made)
    await copyMadeFolder(from!)
    await copyEmptyFolder(to!)
    const exported = await ace(['bulk:export', exports!, '--compression=zstd'], {
      DATA_DIR: from,
      DEMO: 'off',
    }).ended
    assert.equal(exported.code, 0, exported.output)
    assert.isAbove(readdirSync(exports!).length, 50)
    const file = join(exports!, MANIFEST)
    const rejected = await ace(['bulk:export', file], { DATA_DIR: from, DEMO: 'off' }).ended
    assert.equal(rejected.code, 1)
    assert.equal(rejected.output.trim(), `[ error ] ${file}: file already exists (EEXIST)`)
    const imported = await ace(['bulk:import', exports!, '--adopt'], {
      DATA_DIR: to,
      DEMO: 'off',
      SAMPLE_ARCHIVE: 'off',
    }).ended
    assert.equal(imported.code, 0, imported.output)
    assert.notMatch(imported.output, /\[ warn \]/)

    const report = join(folder, 'report.json')
    const { ended } = runScript(
      ['--import=./bin/read_types.js', 'bin/test.ts', 'contract', `--files=${SPECS.join()}`],
      {
        CURIA_TEST_PREPARED: to,
        CURIA_TEST_SAMPLE: 'off',
        CURIA_TEST_REPORT: report,
        // The new process runs all its specs, not this process's part of the run.
        CURIA_TEST_PART: '',
        NODE_ENV: undefined,
        // Both versions read the same rows.
        CURIA_TEST_VERSIONS: 'v4',
      }
    )
    const { output } = await ended
    assert.isTrue(existsSync(report), output)
    const { passed, failures } = JSON.parse(readFileSync(report, 'utf8'))
    assert.deepEqual(failures, [], output)
    assert.isAbove(passed, 100)
  }).timeout(600_000)
})
