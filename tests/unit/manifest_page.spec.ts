import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { manifestPage } from '../../bin/manifest_page.js'
import { ROOT } from '#tests/helpers/server_process'

/**
 * Maximum number of keys that plugin authors must know; rarely used declarations belong in
 * `register`.
 */
const MOST_KEYS = 30

const page = readFileSync(join(ROOT, 'resources/docs/plugin-manifest.md'), 'utf8')

/** Table cells by row. */
const rowsOf = (markdown: string) =>
  markdown
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

test.group('plugin manifest page', () => {
  test('matches the output of `npm run docs:manifest`', ({ assert }) => {
    assert.deepEqual(rowsOf(page), rowsOf(manifestPage()))
  })

  test('lists at most 30 keys', ({ assert }) => {
    const [keys = ''] = page.split('## Methods')
    assert.isAtMost(rowsOf(keys).length, MOST_KEYS)
    assert.isAbove(rowsOf(keys).length, 0)
  })
})
