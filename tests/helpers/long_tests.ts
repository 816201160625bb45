/**
 * Tests that start servers or browsers, wait, kill, or draw much at random:
 * `.ci/run` runs them all, a plain `npm test` says how many it left out.
 */
import type { Group, Suite, Test } from '@japa/runner/core'
import { BROWSER } from './chromium.ts'

/** Whether this run was asked for everything: by its setting, or by the name of a suite or spec. */
export const EVERYTHING = Boolean(process.env.CURIA_TEST_EVERYTHING)

export const LEFT_OUT = 'takes minutes: set CURIA_TEST_EVERYTHING, or name its suite or spec'

/** Suites that take minutes, with the specs of them that a plain run has, too. */
const LONG_SUITES: Record<string, string[]> = {
  system: ['tests/system/first_start.spec.ts'],
  crash: [],
  browser: [
    'plugins/case_law/tests/browser/decision_page.spec.ts',
    'plugins/search/tests/browser/search_page.spec.ts',
  ],
}

/** Whether all tests of a suite are skipped, whatever they are: their processes need not start. */
export function isIdle(suite: string): boolean {
  if (suite === 'browser' && !BROWSER) return true
  return !EVERYTHING && LONG_SUITES[suite]?.length === 0
}

/** Suites of which a plain run has a few specs, too few for several processes. */
export function isShort(suite: string): boolean {
  return !EVERYTHING && suite in LONG_SUITES
}

/** Leaves most of a long suite out of a plain run; before its specs are read. */
export function leaveOutLong(suite: Suite): void {
  const kept = LONG_SUITES[suite.name]
  if (EVERYTHING || !kept) return
  const isLong = (file?: string) => !kept.some((name) => file?.replaceAll('\\', '/').endsWith(name))
  suite.onGroup((group) => {
    if (isLong(group.options.meta.fileName)) takesMinutes(group)
  })
  suite.onTest((test) => {
    if (isLong(test.options.meta.fileName)) leaveOut(test)
  })
}

/** Leaves a group's tests out of a plain run; the first line of the group. */
export function takesMinutes(group: Group): void {
  if (EVERYTHING) return
  group.tap(leaveOut)
  // What the tests would share is not made for none of them.
  group.setup = () => group
  group.teardown = () => group
}

function leaveOut(test: Test): void {
  test.skip(true, LEFT_OUT)
  // A condition of its own, which comes later, would take this back.
  test.skip = () => test
}
