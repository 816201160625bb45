import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ensureDataDir } from '#app/settings/data_dir'
import { addresses, day, key, whole } from '#app/settings/rules'
import { makeTemporaryFolder } from '#tests/helpers/environment'

test.group('settings', () => {
  test('accepts a whole number within its bounds, or an empty value', ({ assert }) => {
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

  test('accepts a calendar date or an empty value', ({ assert }) => {
    assert.equal(day()('V3_SUNSET', '2028-02-29'), '2028-02-29')
    assert.isUndefined(day()('V3_SUNSET', ''))
    for (const text of ['2027-02-29', '2027-1-1', '1/1/2027', 'soon', '2027-01-01T00:00:00Z'])
      assert.throws(
        () => day()('V3_SUNSET', text),
        `V3_SUNSET must be a date such as 2027-12-31, not "${text}"`
      )
  })

  test('accepts server URLs or an empty value, and errors don’t repeat them', ({ assert }) => {
    const urls = addresses()
    assert.deepEqual(urls('TYPESENSE_URLS', 'http://10.0.0.5:8108/, https://two.internal'), [
      'http://10.0.0.5:8108',
      'https://two.internal',
    ])
    for (const text of [undefined, '', ' , ']) assert.isUndefined(urls('TYPESENSE_URLS', text))
    for (const text of ['10.0.0.5:8108', 'ftp://one', 'http://one,two', 'http://user:word@one'])
      assert.throws(
        () => urls('TYPESENSE_URLS', text),
        'TYPESENSE_URLS must be comma-separated URLs such as http://10.0.0.5:8108, without a user or password'
      )
  })

  test('requires a key to be long enough, and errors don’t repeat it', ({ assert }) => {
    const long = 'k'.repeat(32)
    assert.equal(key()('APP_KEY', long), long)
    assert.isUndefined(key()('APP_KEY', ''))
    assert.throws(
      () => key()('APP_KEY', 'k'.repeat(31)),
      'APP_KEY must have at least 32 characters'
    )
  })

  test('creates the data folder and its parent folders', ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true }))
    const data = join(folder, 'a', 'b', 'data')
    for (let time = 0; time < 2; time++) {
      assert.equal(ensureDataDir(data), data)
      assert.isTrue(existsSync(data))
    }
  })

  test('rejects {$self} as the data folder')
    .with(['/proc/x', '/proc/x/y', '/proc', process.execPath, `${process.execPath}/data`])
    .run(({ assert }, folder) => {
      assert.throws(
        () => ensureDataDir(folder),
        /^cannot write to the data folder .+ \((ENOENT|EACCES|ENOTDIR)\)\. Set DATA_DIR/
      )
    })
    .skip(process.platform !== 'linux', 'needs /proc')
})
