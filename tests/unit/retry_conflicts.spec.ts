import { test } from '@japa/runner'
import { isLockConflict, retryConflicts } from '#app/database/retry_conflicts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Fails with each of the errors in turn, then succeeds. */
const failing = (...codes: string[]) => {
  const work = { attempts: 0 }
  return Object.assign(work, {
    run: async () => {
      work.attempts++
      const code = codes.shift()
      if (code) throw failure(code)
      return 'done'
    },
  })
}

test.group('retryConflicts', () => {
  test('retries after a deadlock or a lock timeout', async ({ assert }) => {
    const work = failing('40P01', '55P03')
    assert.equal(await retryConflicts(work.run), 'done')
    assert.equal(work.attempts, 3)
  })

  test('throws other errors immediately')
    .with(['23505', '57014', '40001', 'ECONNRESET'])
    .run(async ({ assert }, code) => {
      const work = failing(code)
      await assert.rejects(() => retryConflicts(work.run), code)
      assert.equal(work.attempts, 1)
    })

  test('throws errors that are not from the database', async ({ assert }) => {
    await assert.rejects(() => retryConflicts(() => Promise.reject(new Error('no code'))))
    assert.isFalse(isLockConflict(undefined))
  })

  test('also retries after the given errors', async ({ assert }) => {
    const work = failing('23503', '40P01')
    assert.equal(await retryConflicts(work.run, { also: ['23503'] }), 'done')
  })

  test('throws the conflict of the last attempt', async ({ assert }) => {
    const work = failing('40P01', '40P01', '55P03')
    await assert.rejects(() => retryConflicts(work.run, { attempts: 3 }), '55P03')
    assert.equal(work.attempts, 3)
  })

  test('stops waiting when the signal is aborted', async ({ assert }) => {
    const work = failing('40P01')
    await assert.rejects(() => retryConflicts(work.run, { signal: AbortSignal.abort() }), /abort/i)
    assert.equal(work.attempts, 1)
  })
})
