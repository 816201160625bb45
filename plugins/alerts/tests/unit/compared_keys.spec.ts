/** Documents that don't need to be compared again. */
import { test } from '@japa/runner'
import { ComparedKeys } from '../../matching/compared_keys.js'

const nothing = () => ({
  parents: new Set<number>(),
  touched: new Set<number>(),
  children: new Set<number>(),
})

test.group('compared keys', () => {
  test('are stored by kind of change', ({ assert }) => {
    const compared = new ComparedKeys()
    const keys = [1, 31, 32, 65_535, 65_536, 65_567, 2 ** 31, 2 ** 31 + 32, 2 ** 53 - 1]
    const taken = { ...nothing(), children: new Set(keys) }
    compared.take(taken)
    assert.equal(taken.children.size, 0)
    for (const key of keys) {
      assert.isTrue(compared.has('children', key), `${key}`)
      assert.isFalse(compared.has('parents', key), `${key}`)
      if (!keys.includes(key - 1)) assert.isFalse(compared.has('children', key - 1), `${key - 1}`)
    }
  })

  test('of parents also cover timestamp changes, but not the other way around', ({ assert }) => {
    const compared = new ComparedKeys()
    compared.take({ ...nothing(), parents: new Set([7]), touched: new Set([8]) })
    assert.isTrue(compared.has('touched', 7))
    assert.isTrue(compared.has('touched', 8))
    assert.isFalse(compared.has('parents', 8))
  })

  test('are cleared at the limit', ({ assert }) => {
    const compared = new ComparedKeys()
    for (let at = 0; at <= 1_000; at++)
      compared.take({ ...nothing(), parents: new Set([at * 65_536]) })
    assert.isFalse(compared.has('parents', 0))
    assert.isTrue(compared.has('parents', 1_000 * 65_536))
  })
})
