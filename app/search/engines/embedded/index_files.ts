/**
 * Files of an index in the engine's folder. Two files take turns: one is
 * live, the other is where a rebuild writes. A pointer file, replaced in one
 * step, says which is live; so swapping is atomic for readers in every
 * process, and no file ever meets the write-ahead log of another.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUFFIXES = ['', '-wal', '-shm']

export class IndexFiles {
  readonly pointer: string

  constructor(
    private folder: string,
    readonly index: string
  ) {
    this.pointer = join(folder, `${index}.live`)
  }

  /** File of the live index, whether it exists yet or not. */
  live(): string {
    return this.file(this.liveName())
  }

  /** The same, with what tells it from another file of that name. */
  liveFile(): { path: string; identity: string } {
    const path = this.live()
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return { path, identity: `${path} ${found?.dev} ${found?.ino}` }
  }

  /** File a rebuild writes. */
  next(): string {
    return this.file(this.liveName() === 'a' ? 'b' : 'a')
  }

  lock(target: 'live' | 'rebuild'): string {
    return join(this.folder, `${this.index}.${target}.lock`)
  }

  exists(): boolean {
    return existsSync(this.live())
  }

  isRebuilding(): boolean {
    return existsSync(this.next())
  }

  /** Makes the rebuilt file the live one, and removes the file that was; who has it open goes on reading it. */
  swap(): void {
    const former = this.live()
    const name = this.liveName() === 'a' ? 'b' : 'a'
    const draft = `${this.pointer}.${process.pid}.draft`
    writeFileSync(draft, name)
    renameSync(draft, this.pointer)
    removeDatabase(former)
  }

  bytes(): number {
    return SUFFIXES.reduce((sum, suffix) => sum + sizeOf(this.live() + suffix), 0)
  }

  private liveName(): string {
    try {
      return readFileSync(this.pointer, 'utf8').trim() === 'b' ? 'b' : 'a'
    } catch {
      return 'a'
    }
  }

  private file(name: string): string {
    return join(this.folder, `${this.index}.${name}.sqlite`)
  }
}

/** Removes a database and its log. Where open files cannot be removed, the next rebuild does it. */
export function removeDatabase(file: string): void {
  for (const suffix of SUFFIXES) {
    try {
      rmSync(file + suffix, { force: true })
    } catch {
      return
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
