/**
 * The sample archive has the file of every available document.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import type { DocketSheet } from '../../docket_sheet/schema.js'

const SAMPLE = new URL('../../../../database/sample/', import.meta.url)

test.group('documents of the sample archive', () => {
  const documents = readFileSync(new URL('dockets.jsonl', SAMPLE), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as DocketSheet).docket_entries ?? [])
    .flatMap((entry) => entry.documents ?? [])

  test('have a file only if they are available', ({ assert }) => {
    const available = documents.filter(({ is_available: held }) => held)
    assert.isAbove(available.length, 40)
    for (const {
      id,
      filepath_local: given,
      sha1,
      file_size: size,
      page_count: pages,
    } of available) {
      const path = given || 'none'
      const file = new URL(`storage/${path}`, SAMPLE)
      assert.isTrue(existsSync(file), `document ${id}`)
      const bytes = readFileSync(file)
      assert.equal(createHash('sha1').update(bytes).digest('hex'), sha1, path)
      assert.equal(bytes.length, size, path)
      assert.include(bytes.toString('latin1'), `/Count ${pages} `, path)
    }
    const paths = documents.flatMap(({ filepath_local: path }) => path || [])
    assert.lengthOf(new Set(paths), available.length)
  })
})
