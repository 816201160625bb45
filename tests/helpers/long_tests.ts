/**
 * Tests that start servers or browsers, wait, kill processes, or use many random
 * inputs. `.ci/run` runs all of them, unless the machine is so slow that its time
 * ends. A plain `npm test` reports how many it skipped.
 */
import type { Group, Suite, Test } from '@japa/runner/core'
import { BROWSER } from './chromium.ts'

/** Whether this run includes all tests: by setting, or because a suite or spec was named. */
export const EVERYTHING = Boolean(process.env.CURIA_TEST_EVERYTHING)

export const LEFT_OUT = 'takes minutes: set CURIA_TEST_EVERYTHING, or name its suite or spec'

/** When tests of long suites are no longer started, as milliseconds since 1970 (bin/run_tests.js). */
const END = Number(process.env.CURIA_TEST_UNTIL ?? Infinity)
const LATE = 'the time of this run, CURIA_TEST_MINUTES, is over'

/** Suites that take minutes, with their specs that a plain run includes. */
const LONG_SUITES: Record<string, string[]> = {
  system: ['tests/system/first_start.spec.ts'],
  crash: [],
  browser: [
    'plugins/case_law/tests/browser/decision_page.spec.ts',
    'plugins/search/tests/browser/search_page.spec.ts',
  ],
}

/** Whether all tests of a suite are skipped, so that its processes needn't start. */
export function isIdle(suite: string): boolean {
  if (suite === 'browser' && !BROWSER) return true
  return !EVERYTHING && LONG_SUITES[suite]?.length === 0
}

/** Suites of which a plain run includes only a few specs, too few for several processes. */
export function isShort(suite: string): boolean {
  return !EVERYTHING && suite in LONG_SUITES
}

/**
 * Skips most of a long suite in a plain run, and the rest of it when the time of the run is over.
 * Call before its specs are loaded.
 */
export function leaveOutLong(suite: Suite): void {
  const kept = LONG_SUITES[suite.name]
  if (!kept) return
  if (EVERYTHING) return endInTime(suite)
  const isLong = (file?: string) => !kept.some((name) => file?.replaceAll('\\', '/').endsWith(name))
  suite.onGroup((group) => {
    if (isLong(group.options.meta.fileName)) takesMinutes(group)
  })
  suite.onTest((test) => {
    if (isLong(test.options.meta.fileName)) leaveOut(test)
  })
}

function endInTime(suite: Suite): void {
  if (END === Infinity) return
  suite.onGroup((group) => {
    group.tap(skipLate)
    let isLate: boolean | undefined
    for (const hook of ['setup', 'teardown'] as const) {
      const register = group[hook].bind(group)
      // Skipped tests don't need their shared setup.
      group[hook] = (handler) =>
        register((...given) => {
          isLate ??= isOver()
          return isLate ? undefined : handler(...given)
        })
    }
  })
  suite.onTest(skipLate)
}

function skipLate(test: Test): void {
  const skip = test.skip.bind(test)
  skip(isOver, LATE)
  // A later condition would override this one.
  test.skip = (condition = true, reason) => {
    if (condition === false) return test
    return skip(async () => condition === true || isOver() || (await condition()), reason)
  }
}

const isOver = () => Date.now() > END

/** Skips a group's tests in a plain run. Call in the first line of the group. */
export function takesMinutes(group: Group): void {
  if (EVERYTHING) return
  group.tap(leaveOut)
  // Skipped tests don't need their shared setup.
  group.setup = () => group
  group.teardown = () => group
}

function leaveOut(test: Test): void {
  test.skip(true, LEFT_OUT)
  // A later condition would override this one.
  test.skip = () => test
}
