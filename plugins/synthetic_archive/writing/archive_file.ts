/**
 * A file that is being written: under a temporary name until it is whole,
 * through the system's bzip2 where asked for.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { BulkError } from '#plugins/bulk_data/public'

export class ArchiveFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly #packer: Packer | undefined
  /** The write under way: one is enough to keep disk and generator busy at once. */
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(path: string, handle: FileHandle, compress: boolean) {
    this.#path = path
    this.#handle = handle
    this.#packer = compress ? new Packer(handle.fd) : undefined
  }

  /**
   * @param path final name of the file; an existing file is replaced when the new one is complete
   * @throws BulkError when it cannot be created
   */
  static async create(path: string, compress: boolean): Promise<ArchiveFile> {
    try {
      return new ArchiveFile(path, await open(draft(path), 'w'), compress)
    } catch (error) {
      throw new BulkError(`cannot write ${path}: ${(error as Error).message}`)
    }
  }

  /** Resolves when the piece before this one is written. */
  async write(piece: Buffer): Promise<void> {
    await this.#writing
    this.#writing = this.#packer ? this.#packer.write(piece) : this.#handle.writeFile(piece)
    // It is awaited with the next piece; until then a failure is not unhandled.
    this.#writing.catch(() => {})
  }

  /**
   * Ends the file and gives it its name.
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

  /** Removes what has been written. */
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

/** The program bzip2, writing into an open file. */
class Packer {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown[]>
  #complaint = ''

  constructor(file: number) {
    this.#process = spawn('bzip2', ['-c'], { stdio: ['pipe', file, 'pipe'] })
    this.#process.stderr!.on('data', (text) => (this.#complaint += text))
    // Its end says why; without this listener the broken pipe would come first.
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
      `bzip2 failed: ${this.#complaint.trim().slice(0, 200) || `it ended with ${code ?? signal}`}`
    )
  }
}
