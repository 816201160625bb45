import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ensureDataDir } from '#app/settings/data_dir'
import { key, whole } from '#app/settings/rules'
import { makeTemporaryFolder } from '#tests/helpers/environment'

test.group('settings', () => {
  test('a whole number within its bounds, or nothing', ({ assert }) => {
    const port = whole(1, 65_535)
    assert.equal(port('PORT', '3333'), 3333)
    assert.isUndefined(port('PORT', ''))
    assert.isUndefined(port('PORT'))
    for (const text of ['0', '65536', '1.5', '-1', '1e3', 'many', ' 80'])
      assert.throws(
        () => port('PORT', text),
        `PORT must be a whole number from 1 to 65535, not "${text}"`
      )
  })

  test('a key is long enough, and no error repeats it', ({ assert }) => {
    const long = 'k'.repeat(32)
    assert.equal(key()('APP_KEY', long), long)
    assert.isUndefined(key()('APP_KEY', ''))
    assert.throws(
      () => key()('APP_KEY', 'k'.repeat(31)),
      'APP_KEY must have at least 32 characters'
    )
  })

  test('the data folder is made, with those above it', ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true }))
    const data = join(folder, 'a', 'b', 'data')
    for (let time = 0; time < 2; time++) {
      assert.equal(ensureDataDir(data), data)
      assert.isTrue(existsSync(data))
    }
  })

  test('{$self} is no data folder')
    .with(['/proc/x', '/proc/x/y', '/proc', process.execPath, `${process.execPath}/data`])
    .run(({ assert }, folder) => {
      assert.throws(
        () => ensureDataDir(folder),
        /^cannot write to the data folder .+ \((ENOENT|EACCES|ENOTDIR)\)\. Set DATA_DIR/
      )
    })
    .skip(process.platform !== 'linux', 'needs /proc')
})
