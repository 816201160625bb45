/**
 * A file of an export: compressed, with its size and checksum. It has a temporary name until it is
 * complete.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { Duplex, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { BulkError } from '../import/bulk_error.js'
import { hasSystemBzip2 } from '../import/bulk_file.js'
import type { Compression } from './manifest.js'

/** Compressed bytes that are hashed and written at once. */
const BLOCK = 1 << 20
/** Level of zstd: its thread keeps up with the rows, and level 3 would not. */
const ZSTD_LEVEL = 1
/** Bytes after which the disk starts to store them, so that it works while rows are read. */
const STORED_EARLY = 32 * BLOCK

/** Sizes and checksum of a file. */
export interface PackedContent {
  bytes: number
  text_bytes: number
  sha256: string
}

interface PackOptions {
  compression: Compression
  signal?: AbortSignal
  /** Receives the size of each block of the uncompressed text. */
  progress?: (bytes: number) => void
}

/**
 * Writes a file, which is on disk when this resolves.
 *
 * @param path an existing file is replaced
 * @param source the uncompressed text in large blocks, read to its end
 * @throws errors of the source and of writing; the incomplete file is removed
 */
export async function writePacked(
  path: string,
  source: Readable,
  { compression, signal, progress }: PackOptions
): Promise<PackedContent> {
  const draft = `${path}.part`
  const handle = await open(draft, 'w').catch((error: Error) => {
    throw new BulkError(`cannot write ${path}: ${error.message}`)
  })
  const file = new HashedFile(handle)
  let textBytes = 0
  const counted = async function* (blocks: AsyncIterable<Buffer>) {
    for await (const block of blocks) {
      textBytes += block.length
      progress?.(block.length)
      yield block
    }
  }
  const write = async (blocks: AsyncIterable<Buffer>) => {
    for await (const block of blocks) await file.write(block)
  }
  try {
    if (compression === 'none') await pipeline(source, counted, write, { signal })
    else await pipeline(source, counted, compressor(compression), inBlocks, write, { signal })
    const sha256 = await file.store()
    await handle.close()
    await rename(draft, path)
    return { bytes: file.bytes, text_bytes: textBytes, sha256 }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** A file that is hashed while it is written. */
class HashedFile {
  bytes = 0
  readonly #hash = createHash('sha256')
  #stored = 0
  /** Storing of earlier blocks. */
  #storing: Promise<void> | undefined
  #failure: unknown

  constructor(readonly handle: FileHandle) {}

  async write(block: Buffer): Promise<void> {
    const writing = this.handle.writeFile(block)
    // While another thread writes.
    this.#hash.update(block)
    await writing
    this.bytes += block.length
    if (!this.#storing && this.bytes - this.#stored >= STORED_EARLY) this.#storeEarly()
  }

  #storeEarly(): void {
    this.#stored = this.bytes
    this.#storing = this.handle.datasync().then(
      () => void (this.#storing = undefined),
      (error: unknown) => {
        this.#storing = undefined
        this.#failure = error
      }
    )
  }

  /**
   * Resolves when the file is on disk.
   *
   * @returns its checksum
   */
  async store(): Promise<string> {
    await this.#storing
    // A later call would not report it again.
    if (this.#failure) throw this.#failure
    await this.handle.sync()
    return this.#hash.digest('hex')
  }

  /** Closes the file of a failed export. */
  async close(): Promise<void> {
    await this.#storing
    await this.handle.close()
  }
}

/** Joins small pieces, because each block costs a system call. */
async function* inBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < BLOCK) continue
    yield waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting, size)
    waiting = []
    size = 0
  }
  if (size) yield Buffer.concat(waiting, size)
}

/** Compresses in another thread or process. */
function compressor(compression: Exclude<Compression, 'none'>): Duplex {
  if (compression === 'bz2') return bzip2()
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL }
  return createZstdCompress({ chunkSize: BLOCK, params })
}

/** The system's bzip2 as a stream. */
function bzip2(): Duplex {
  if (!hasSystemBzip2())
    throw new BulkError('bzip2 is not installed: install it, or use zstd or no compression')
  const packer = spawn('bzip2', ['-c'], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaint = ''
  packer.stderr.on('data', (text) => (complaint += text))
  // The exit of the process reports the cause; without this listener, EPIPE would be thrown first.
  packer.stdin.on('error', () => {})
  const ended = once(packer, 'close').then(([code, signal]) => {
    if (code !== 0)
      throw new BulkError(
        `bzip2 failed: ${complaint.trim().slice(0, 200) || `exited with ${code ?? signal}`}`
      )
  })
  ended.catch(() => {})
  const stream = Duplex.from({
    writable: packer.stdin,
    readable: (async function* () {
      yield* packer.stdout as AsyncIterable<Buffer>
      await ended
    })(),
  })
  stream.once('close', () => packer.kill())
  return stream
}
