/**
 * Tests that start servers again and again, wait, or kill: `.ci/run` runs
 * them all, a plain `npm test` says how many it left out.
 */
import type { Group } from '@japa/runner/core'

/** Whether this run was asked for everything: by its setting, or by the name of a suite or spec. */
export const EVERYTHING = Boolean(process.env.CURIA_TEST_EVERYTHING)

export const LEFT_OUT = 'takes minutes: set CURIA_TEST_EVERYTHING, or name its suite or spec'

/** Leaves a group's tests out of a plain run; the first line of the group. */
export function takesMinutes(group: Group): void {
  if (EVERYTHING) return
  group.tap((test) => {
    test.skip(true, LEFT_OUT)
    // A condition of its own, which comes later, would take this back.
    test.skip = () => test
  })
  // What the tests would share is not made for none of them.
  group.setup = () => group
  group.teardown = () => group
}
