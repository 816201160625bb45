/** The text of COPY in blocks, however the network divides the messages. */
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { BLOCK, CopyOut } from '../../export/copy_out.js'

function message(kind: string, content: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(5)
  header.write(kind, 'latin1')
  header.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([header, bytes])
}

/** Rows of different sizes, one of them larger than a block. */
const ROWS = ['a,b\n', '', '"x"\n', `${'long '.repeat(BLOCK / 4)}\n`, '"last"\n']
const TEXT = ROWS.join('')
const BEFORE = [message('H', Buffer.from([0, 0, 1, 0, 0]))]
const DATA = ROWS.flatMap((row, place) => [
  message('d', row),
  ...(place === 1 ? [message('N', 'SNOTICE\0\0'), message('S', 'TimeZone\0UTC\0')] : []),
])
const END = Buffer.concat([message('c'), message('C', 'COPY 4\0'), message('Z', 'I')])

/** A connection whose client collects the bytes that the query leaves to it. */
function connect(): { stream: PassThrough; copy: CopyOut; left: () => Buffer } {
  const stream = new PassThrough()
  const left: Buffer[] = []
  stream.on('data', (bytes: Buffer) => left.push(bytes))
  const copy = new CopyOut('COPY')
  copy.submit({ stream, query: () => {} } as never)
  return { stream, copy, left: () => Buffer.concat(left) }
}

async function collect(copy: CopyOut): Promise<Buffer[]> {
  const blocks: Buffer[] = []
  for await (const block of copy) blocks.push(block as Buffer)
  return blocks
}

test.group('CopyOut', () => {
  test('the text is the same if messages arrive in pieces of {$self} bytes')
    .with([1, 2, 3, 4, 5, 6, 7, 64, 65_536, 16 * BLOCK])
    .run(async ({ assert }, size) => {
      const { stream, copy, left } = connect()
      const blocks = collect(copy)
      // Small pieces only where messages begin and end.
      const all = Buffer.concat([...BEFORE, ...DATA, END])
      for (let at = 0; at < all.length;) {
        const isInside = at > 100 && at < all.length - 100
        const length = isInside ? Math.max(size, 30_011) : size
        const until = isInside ? Math.min(at + length, all.length - 100) : at + length
        if (!stream.write(all.subarray(at, until))) await turn()
        at = until
      }
      while (left().length < END.length) await turn()
      assert.isTrue(left().equals(END))
      copy.handleCommandComplete({ text: 'COPY 4' })
      copy.handleReadyForQuery()
      const found = await blocks
      assert.isTrue(Buffer.concat(found).equals(Buffer.from(TEXT)))
      assert.deepEqual(
        found.slice(0, -1).map(({ length }) => length),
        found.slice(1).map(() => BLOCK)
      )
      assert.equal(copy.rowCount, 4)
    })

  test('an error between rows is left to the client, which ends the stream with it', async ({
    assert,
  }) => {
    const { stream, copy, left } = connect()
    const failed = assert.rejects(() => collect(copy), 'division by zero')
    const error = message('E', 'SERROR\0C22012\0\0')
    stream.write(Buffer.concat([...BEFORE, message('d', 'row\n'), error, message('Z', 'I')]))
    await turn()
    assert.isTrue(left().equals(Buffer.concat([error, message('Z', 'I')])))
    copy.handleError(new Error('division by zero'))
    copy.handleReadyForQuery()
    await failed
  })

  test('a slow reader pauses the connection', async ({ assert }) => {
    const { stream, copy } = connect()
    const row = message('d', Buffer.alloc(BLOCK))
    stream.write(Buffer.concat(BEFORE))
    for (let written = 0; written < 20; written++) stream.write(row)
    for (let turns = 0; turns < 20; turns++) await turn()
    assert.isTrue(stream.isPaused())
    assert.isAtMost(copy.readableLength, 3)
    const reader = copy[Symbol.asyncIterator]()
    for (let read = 0; read < 20; read++) await reader.next()
    assert.isFalse(stream.isPaused())
  })

  test('the rest of a stopped COPY is skipped', async ({ assert }) => {
    const { stream, copy, left } = connect()
    copy.destroy()
    stream.write(Buffer.concat([...BEFORE, ...DATA, END]))
    while (left().length < END.length) await turn()
    assert.isTrue(left().equals(END))
    copy.handleReadyForQuery()
    assert.isTrue(copy.destroyed)
  })
})
