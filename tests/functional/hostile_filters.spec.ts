/** Every filter of every list with values that no column contains must cause no server error. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { PluginHost } from '#core/plugin_host'
import { withEveryRight } from '#tests/helpers/default_caller'
import { EVERYTHING } from '#tests/helpers/long_tests'

/** Percent-encoded. */
const VALUES = [
  '',
  '%00',
  '1%00',
  '9'.repeat(25),
  '-9223372036854775809',
  '1e400',
  '99999-01-01',
  '0001-01-01T00:00:00%2B14:00',
  '9999-12-31T23:59:59-14:00',
  'infinity',
  '%FF',
  '%ED%A0%80',
  '%C3',
  '%D9%A1',
  '[]',
  ',',
]
const LOOKUPS = ['', '__in', '__range', '__gte', '__lt', '__startswith', '__year', '__isnull', '!']

test.group('filters', () => {
  test('do not cause server errors', async ({ assert }) => {
    const { catalogs } = await app.container.make(PluginHost)
    const authorization = await withEveryRight()
    const failures: string[] = []
    let turn = 0
    for (const { resources } of EVERYTHING ? catalogs : catalogs.slice(0, 1)) {
      for (const { path, ownFilters } of resources.all()) {
        for (const name of ownFilters.keys()) {
          // Each filter gets some of the values, with a different lookup each time.
          for (let nth = 0; nth < (EVERYTHING ? VALUES.length : 3); nth++) {
            const value = VALUES[turn % VALUES.length]!
            const lookup = LOOKUPS[turn++ % LOOKUPS.length]!
            const url = `${resources.root}v4/${path}/?fields=id&${name}${lookup}=${value}`
            const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${url}`, {
              headers: { authorization },
            })
            const text = await response.text()
            if (response.status >= 500) failures.push(`${url}: ${response.status} ${text}`)
          }
        }
      }
    }
    assert.deepEqual(failures, [])
    assert.isAbove(turn, 500)
  }).timeout(600_000)
})
