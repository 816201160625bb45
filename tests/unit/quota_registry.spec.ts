import { test } from '@japa/runner'
import { QuotaRegistry } from '#app/accounts/quota_registry'

const LEVELS = new Map<string, { quotas: Record<string, number> }>([
  ['basic', { quotas: { maps: 10 } }],
  ['top', { quotas: { maps: 30 } }],
  ['other', { quotas: {} }],
])
const quotas = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { description: name, free: 2 }]))

test.group('plugin quotas', () => {
  const registry = new QuotaRegistry(
    [
      {
        name: 'a',
        quotas: { ...quotas('maps'), notes: { description: 'n', free: 5, members: Infinity } },
      },
    ],
    LEVELS
  )

  test('uses the quota of the membership level, or the declared one', ({ assert }) => {
    assert.equal(registry.of('maps', undefined), 2)
    assert.equal(registry.of('maps', 'top'), 30)
    assert.equal(registry.of('maps', 'other'), 2)
    assert.equal(registry.of('maps', 'of_old'), 2)
    assert.equal(registry.of('notes', undefined), 5)
    assert.equal(registry.of('notes', 'basic'), Infinity)
    assert.equal(registry.highest('maps'), 30)
  })

  test('rejects an undeclared quota and one declared by two plugins', ({ assert }) => {
    assert.throws(() => registry.of('photos', 'top'), 'no plugin declares the quota "photos"')
    assert.throws(
      () =>
        new QuotaRegistry([
          { name: 'a', quotas: quotas('maps') },
          { name: 'b', quotas: quotas('maps') },
        ]),
      'E_DUPLICATE_QUOTA: plugin "b" declares the quota "maps", which is already declared'
    )
  })
})
