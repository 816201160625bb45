import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { CsvScanner } from '../../import/csv_scanner.js'
import { readValues } from '../../import/row_check.js'

const TRICKY = [
  '',
  'plain',
  'a,b',
  'line\nbreak',
  'quote"inside',
  'back\\slash',
  '\\',
  '"',
  '\\"',
  'ünï→code',
  '\r\n',
  ',,,',
  `${'long '.repeat(20)}\\`,
  `"${'long\n'.repeat(30)}"\\"`,
]

function write(rows: (string | null)[][]): string {
  const value = (text: string | null) =>
    text === null ? '' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return rows.map((row) => `${row.map(value).join(',')}\n`).join('')
}

function scan(bytes: Buffer, cut: () => number) {
  const scanner = new CsvScanner()
  const records = []
  for (let at = 0; at < bytes.length;) {
    const size = cut()
    records.push(...scanner.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...records, ...scanner.finish()]
}

test.group('CSV scanner', () => {
  test('finds the same records regardless of chunk boundaries', ({ assert }) => {
    const random = new Random(7)
    for (let round = 0; round < 200; round++) {
      const width = random.between(2, 5)
      const rows = Array.from({ length: random.between(1, 12) }, () =>
        Array.from({ length: width }, () =>
          random.chance(0.2) ? null : random.pick(TRICKY) + random.pick(TRICKY)
        )
      )
      const text = write(rows)
      const bytes = Buffer.from(text)
      const largest = random.pick([9, 90, 900])
      const records = scan(bytes, () => random.between(1, largest))
      assert.deepEqual(
        records.map((record) => readValues(record.text)),
        rows
      )

      let line = 1
      let offset = 0
      for (const [index, record] of records.entries()) {
        const own = write([rows[index]!])
        offset += Buffer.byteLength(own)
        assert.equal(record.line, line)
        assert.equal(record.lines, own.split('\n').length - 1)
        assert.equal(record.columns, width)
        assert.equal(record.endOffset, offset)
        assert.isTrue(record.closed)
        line += record.lines
      }
    }
  })

  test('accepts a file that ends without a newline or inside a quoted value', ({ assert }) => {
    const [plain] = scan(Buffer.from('"1","2"'), () => 3)
    assert.equal(plain!.text, '"1","2"')
    const [open] = scan(Buffer.from('"1","2\n3'), () => 3)
    assert.isFalse(open!.closed)
  })

  test('excludes the carriage return of a line end from the record', ({ assert }) => {
    const records = scan(Buffer.from('"1"\r\n"2"\r\n'), () => 2)
    assert.deepEqual(
      records.map(({ text }) => text),
      ['"1"', '"2"']
    )
  })
})
