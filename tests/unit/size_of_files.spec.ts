import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { sizeOfFiles } from '#app/storage/folder_size'
import { makeTemporaryFolder } from '#tests/helpers/environment'

test.group('total file size', () => {
  test('includes files at any depth, and estimates files beyond the limit', async ({ assert }) => {
    const folder = makeTemporaryFolder()
    const deep = join(folder, 'a', 'b')
    mkdirSync(deep, { recursive: true })
    for (let at = 0; at < 40; at++)
      writeFileSync(join(at % 2 ? deep : folder, `${at}.txt`), 'x'.repeat(10))
    assert.equal(await sizeOfFiles(folder, 1000), 400)
    assert.equal(await sizeOfFiles(folder, 8), 400)
    assert.equal(await sizeOfFiles(folder, 1), 200)
    assert.equal(await sizeOfFiles(join(folder, 'none'), 1000), 0)
  })
})
