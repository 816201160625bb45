/**
 * The text of `COPY … TO STDOUT` in large blocks.
 *
 * PostgreSQL sends a message per row. Handling each one as an object would cost more than reading
 * the rows, so the texts are copied out of the messages into the blocks.
 */
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Bytes of a block. */
export const BLOCK = 1 << 20
/** Bytes allocated at first: most tables are small, and large buffers make the garbage collector run. */
const FIRST_BYTES = 1 << 14
/** Blocks that wait for the consumer before the connection is paused. */
const WAITING = 2

/** Length of the type and size of a message. */
const HEADER = 5
const COPY_DATA = 0x64
/** Messages of the COPY protocol without text: CopyOutResponse, ParameterStatus, notices, and notifications. */
const SKIPPED = new Set([0x48, 0x53, 0x4e, 0x41])

/** What the client passes to a query that reads the connection itself. */
interface Connection {
  stream: NodeJS.ReadableStream & { listeners: (event: 'data') => unknown[] }
  query: (text: string) => void
}

type Listener = (bytes: Buffer) => void

/** A query for `client.query` that is also a stream of blocks. */
export class CopyOut extends Readable implements pg.Submittable {
  rowCount = 0
  #connection: Connection | undefined
  /** The client's own listener, which gets the other messages. */
  #listener: Listener | undefined
  #block = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #filled = 0
  /** Part of a header that continues in the next piece. */
  #header = Buffer.alloc(HEADER)
  #known = 0
  /** Bytes of the current message that are still to come. */
  #left = 0
  #isData = false

  constructor(readonly text: string) {
    super({ objectMode: true, highWaterMark: WAITING })
  }

  submit(connection: pg.Connection): void {
    const taken = connection as unknown as Connection
    const [listener] = taken.stream.listeners('data') as [Listener]
    this.#connection = taken
    this.#listener = listener
    taken.stream.removeListener('data', listener)
    taken.stream.on('data', this.#take)
    taken.query(this.text)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // The rest is skipped, so that the connection can be closed.
    this.#connection?.stream.resume()
    done(error)
  }

  readonly #take = (bytes: Buffer): void => {
    let at = 0
    while (at < bytes.length) {
      if (this.#left) {
        at += this.#isData ? this.#copy(bytes, at) : this.#skip(bytes, at)
        continue
      }
      const start = at
      at += bytes.copy(this.#header, this.#known, at, at + HEADER - this.#known)
      this.#known += at - start
      if (this.#known < HEADER) break
      const [kind] = this.#header
      this.#isData = kind === COPY_DATA
      if (!this.#isData && !SKIPPED.has(kind!)) return this.#leave(bytes.subarray(at))
      this.#left = this.#header.readUInt32BE(1) - 4
      this.#known = 0
    }
  }

  /** @returns number of bytes of the message that were copied */
  #copy(bytes: Buffer, at: number): number {
    if (this.#filled === this.#block.length) this.#grow()
    const copied = bytes.copy(this.#block, this.#filled, at, at + this.#left)
    this.#filled += copied
    this.#left -= copied
    if (this.#filled === BLOCK) this.#flush()
    return copied
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#block.length * 4, BLOCK))
    this.#block.copy(larger, 0, 0, this.#filled)
    this.#block = larger
  }

  #skip(bytes: Buffer, at: number): number {
    const skipped = Math.min(this.#left, bytes.length - at)
    this.#left -= skipped
    return skipped
  }

  #flush(): void {
    const block = this.#block.subarray(0, this.#filled)
    this.#block = Buffer.allocUnsafeSlow(BLOCK)
    this.#filled = 0
    if (!this.destroyed && !this.push(block)) this.#connection!.stream.pause()
  }

  /** Returns the connection to the client, with the end of the COPY or an error. */
  #leave(rest: Buffer): void {
    const { stream } = this.#connection!
    const listener = this.#listener!
    stream.removeListener('data', this.#take)
    stream.on('data', listener)
    this.#connection = undefined
    listener(Buffer.concat([this.#header, rest]))
    stream.resume()
  }

  handleCopyData(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    if (this.destroyed) return
    if (this.#filled) this.push(this.#block.subarray(0, this.#filled))
    this.push(null)
  }
}
