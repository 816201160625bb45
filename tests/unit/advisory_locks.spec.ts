/** Every advisory lock in the code has a unique key. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ADVISORY_LOCK_NAMES, ADVISORY_LOCKS, lockKey } from '#app/support/advisory_locks'
import { ROOT } from '#tests/helpers/server_process'

/** The module that gets its key from the caller. */
const TAKES_ANY = join('app', 'database', 'advisory_lock.ts')

const SOURCES = globSync(['app/**/*.ts', 'plugins/*/**/*.ts'], { cwd: ROOT })
  .filter((path) => !path.includes('/tests/') && path !== TAKES_ANY)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test.group('advisory locks', () => {
  test('have unique keys, including those of plugins', ({ assert }) => {
    const letters = SOURCES.flatMap(({ text }) =>
      Array.from(text.matchAll(/\blockKey\('([^']*)'\)/g), ([, key]) => key!)
    )
    assert.includeMembers(letters.map(lockKey), Object.values(ADVISORY_LOCKS))
    for (const key of letters) assert.match(key, /^[a-z]{4}$/)
    assert.deepEqual(
      letters.filter((key, place) => letters.indexOf(key) !== place),
      []
    )
  })

  test('have name prefixes that differ between kinds', ({ assert }) => {
    const names = Object.values(ADVISORY_LOCK_NAMES)
    for (const name of names)
      assert.deepEqual(
        names.filter((other) => other.startsWith(name)),
        [name]
      )
  })

  test('only use keys from the registry', ({ assert }) => {
    const locking = SOURCES.filter(({ text }) =>
      /pg_\w*advisory\w*lock|new AdvisoryLock\(/.test(text)
    )
    assert.isAbove(locking.length, 5)
    for (const { path, text } of locking) assert.include(text, '#app/support/advisory_locks', path)
  })
})
