/**
 * Files of an index in the engine's folder. There are two: searches read the live file, and a
 * rebuild writes to the other one. A pointer file names the live file. It is replaced
 * atomically for readers in every process, and no file is ever opened with the write-ahead log
 * of another.
 */
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { join, dirname } from 'node:path'
import { threadId } from 'node:worker_threads'
import { DatabaseSync } from 'node:sqlite'
import { IndexBeingWritten } from '../../engine.js'

const SUFFIXES = ['', '-wal', '-shm']

export interface LiveFile {
  path: string
  identity: string
}

interface Damage {
  identity: string
  reason: string
}

export class IndexFiles {
  readonly pointer: string
  /** Marks a file as damaged, for all processes. */
  readonly mark: string

  constructor(
    private folder: string,
    readonly index: string
  ) {
    this.pointer = join(folder, `${index}.live`)
    this.mark = join(folder, `${index}.damaged`)
  }

  /** File of the live index, whether it exists yet or not. */
  live(): string {
    return this.file(this.liveName())
  }

  /** The same, with an identifier that distinguishes it from another file of that name. */
  liveFile(): LiveFile {
    const path = this.live()
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return { path, identity: `${path} ${found?.dev} ${found?.ino}` }
  }

  /** File that a rebuild writes. */
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

  /** Swaps in the rebuilt file and deletes the previous one; processes that have it open can still read it. */
  swap(): void {
    const former = this.live()
    replaceFile(this.pointer, this.liveName() === 'a' ? 'b' : 'a')
    removeDatabase(former)
    rmSync(this.mark, { force: true })
  }

  /** Records that a file is damaged, if it is still the live one. */
  noteDamage({ identity }: LiveFile, reason: string): void {
    const live = this.liveFile()
    if (live.identity !== identity || this.readFileDamage(live) !== null) return
    try {
      replaceFile(this.mark, JSON.stringify({ identity, reason } satisfies Damage))
    } catch {
      // If the record can't be written, the next search finds the damage again.
    }
  }

  /** The recorded damage of a file; null if none. */
  readFileDamage({ identity }: LiveFile): string | null {
    if (!existsSync(this.mark)) return null
    try {
      const noted = JSON.parse(readFileSync(this.mark, 'utf8')) as Damage
      return noted.identity === identity ? noted.reason : null
    } catch {
      return null
    }
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

/** Atomic for concurrent readers. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${threadId}.draft`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/**
 * Removes a database and its log. If open files can't be removed, the next rebuild removes
 * them.
 */
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

/**
 * A lock that the operating system releases when the process ends, even after
 * a crash. Creates the folder if it was deleted.
 *
 * @throws IndexBeingWritten
 */
export function acquireIndexLock(file: string, index: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    throw new IndexBeingWritten(index)
  }
}
