/**
 * An output file. It has a temporary name until it is complete, and is
 * compressed by the system's bzip2 if requested.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { BulkError } from '#plugins/bulk_data/public'

export class ArchiveFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly #packer: Packer | undefined
  /** The pending write. One is enough to keep both the disk and the generator busy. */
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(path: string, handle: FileHandle, compress: boolean) {
    this.#path = path
    this.#handle = handle
    this.#packer = compress ? new Packer(handle.fd) : undefined
  }

  /**
   * @param path final path; an existing file is replaced when the new one is complete
   * @throws BulkError if the file can't be created
   */
  static async create(path: string, compress: boolean): Promise<ArchiveFile> {
    try {
      return new ArchiveFile(path, await open(draft(path), 'w'), compress)
    } catch (error) {
      throw new BulkError(`cannot write ${path}: ${(error as Error).message}`)
    }
  }

  /** Resolves when the previous chunk is written. */
  async write(piece: Buffer): Promise<void> {
    await this.#writing
    this.#writing = this.#packer ? this.#packer.write(piece) : this.#handle.writeFile(piece)
    // The next call awaits it; this prevents an unhandled rejection until then.
    this.#writing.catch(() => {})
  }

  /**
   * Closes the file and renames it to its final path.
   *
   * @returns its size in bytes
   */
  async finish(): Promise<number> {
    await this.#writing
    await this.#packer?.finish()
    const { size } = await this.#handle.stat()
    await this.#handle.close()
    await rename(draft(this.#path), this.#path)
    return size
  }

  /** Deletes the incomplete file. */
  async discard(): Promise<void> {
    this.#packer?.stop()
    await this.#writing.catch(() => {})
    await this.#handle.close().catch(() => {})
    await rm(draft(this.#path), { force: true })
  }
}

function draft(path: string): string {
  return `${path}.part`
}

/** A bzip2 process that writes to an open file. */
class Packer {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown[]>
  #complaint = ''

  constructor(file: number) {
    this.#process = spawn('bzip2', ['-c'], { stdio: ['pipe', file, 'pipe'] })
    this.#process.stderr!.on('data', (text) => (this.#complaint += text))
    // The exit of the process reports the cause; without this listener, EPIPE would be thrown first.
    this.#process.stdin!.on('error', () => {})
    this.#ended = once(this.#process, 'close')
    this.#ended.catch(() => {})
  }

  async write(piece: Buffer): Promise<void> {
    const failure = await new Promise((resolve) => this.#process.stdin!.write(piece, resolve))
    if (failure) await this.#check()
  }

  async finish(): Promise<void> {
    this.#process.stdin!.end()
    await this.#check()
  }

  stop(): void {
    this.#process.kill()
  }

  async #check(): Promise<void> {
    const [code, signal] = await this.#ended
    if (code === 0) return
    throw new BulkError(
      `bzip2 failed: ${this.#complaint.trim().slice(0, 200) || `exited with ${code ?? signal}`}`
    )
  }
}
