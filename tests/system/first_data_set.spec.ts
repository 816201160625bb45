/**
 * Follows the data set tutorial step by step in a copy of the sources.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { shareTypes } from '#tests/helpers/compiler'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { guideSteps } from '#tests/helpers/guide_blocks'
import { GuideRun } from '#tests/helpers/guide_run'
import { copyTree, ROOT } from '#tests/helpers/server_process'

test.group('tutorial: your first data set', () => {
  test('every block runs and prints the output on the page', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    copyTree(folder)
    shareTypes(folder)
    const steps = guideSteps(readFileSync(join(ROOT, 'resources/docs/first-data-set.md'), 'utf8'))
    assert.isAbove(steps.length, 50)
    await new GuideRun(folder, await freePort()).run(steps)
  })
})
