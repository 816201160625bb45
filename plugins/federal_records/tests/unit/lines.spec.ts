import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { readLines } from '../../docket_sheet/import.js'

test.group('lines of a stream', () => {
  test('do not depend on chunk boundaries; lines that are too long have no bytes')
    .with([1, 2, 3, 100])
    .run(async ({ assert }, size) => {
      const text = Buffer.from('12345\n\n123456\nab\n1234567890\nend')
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.subarray(at * size, (at + 1) * size)
      )
      const lines = []
      for await (const { line, bytes } of readLines(Readable.from(chunks), 5))
        lines.push([line, bytes?.toString() ?? null])
      assert.deepEqual(lines, [
        [1, '12345'],
        [2, ''],
        [3, null],
        [4, 'ab'],
        [5, null],
        [6, 'end'],
      ])
    })
})
