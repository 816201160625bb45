import { test } from '@japa/runner'
import { linkingTransaction } from '../../linking/linking_transaction.js'

test('a linking transaction that fails with {code} is attempted {attempts} times')
  .with([
    { code: '40001', attempts: 3 },
    { code: '23503', attempts: 3 },
    { code: '42601', attempts: 1 },
    { code: undefined, attempts: 1 },
  ])
  .run(async ({ assert }, { code, attempts }) => {
    let count = 0
    const transaction = async () => {
      if (++count > 9) throw new Error('too many attempts')
      throw Object.assign(new Error('failed'), { code })
    }
    await assert.rejects(
      () => linkingTransaction({ transaction } as never, async () => {}),
      'failed'
    )
    assert.equal(count, attempts)
  })
