/**
 * Writes a backup file, entry by entry.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Content } from './format.js'

export class ArchiveWriter {
  readonly #zip = new ZipFile()
  /** Path of the incomplete file. */
  readonly draft: string
  readonly #written: Promise<void>

  /**
   * @param file final name; until it is complete, its name ends in `.partial`
   * @param signal aborts writing
   */
  constructor(
    readonly file: string,
    signal: AbortSignal
  ) {
    this.draft = `${file}.partial`
    const output = this.#zip.outputStream as Readable
    // Only readable by its owner: it contains the key and everything the key protects.
    this.#written = pipeline(output, createWriteStream(this.draft, { mode: 0o600 }), { signal })
    this.#written.catch(() => {})
    this.#zip.on('error', (error: Error) => output.destroy(error))
  }

  /**
   * Writes an entry.
   *
   * @param name path in the file
   * @param source content, read to its end before this resolves
   * @param compress false for compressed content
   * @throws errors of the source and of writing
   */
  async add(
    name: string,
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    { compress = true }: { compress?: boolean } = {}
  ): Promise<Content> {
    const content = { bytes: 0, sha256: '' }
    const stream = Readable.from(measured(source, content), { objectMode: false })
    const read = finished(stream)
    this.#zip.addReadStream(stream, name, { compress, forceZip64Format: true, mode: 0o100600 })
    await Promise.race([read, this.#written.then(() => read)])
    return content
  }

  /** Completes the file, waits until it is durable, and renames it. */
  async finish(): Promise<void> {
    this.#zip.end()
    await this.#written
    await sync(this.draft)
    await rename(this.draft, this.file)
    await sync(dirname(this.file))
  }

  /** Removes the incomplete file. */
  async discard(): Promise<void> {
    ;(this.#zip.outputStream as Readable).destroy()
    await this.#written.catch(() => {})
    await rm(this.draft, { force: true })
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* measured(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  content: Content
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    content.bytes += chunk.length
    yield chunk
  }
  content.sha256 = hash.digest('hex')
}
