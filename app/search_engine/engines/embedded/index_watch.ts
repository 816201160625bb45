/** Detects changes to indexes by any process. */
import { existsSync, watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { IndexListener } from '../../engine.js'
import type { IndexFiles } from './index_files.js'

/** Milliseconds between a file system notification and the check of the files, to batch notifications. */
const GATHERED = 50
/**
 * Milliseconds between checks if the file system sends no notifications, for example a network
 * file system or a deleted folder.
 */
const INTERVAL = { watching: 10_000, blind: 200 }

/** Files that readers create and remove, and lock files. */
const UNTOLD = /(-shm|\.lock|-journal|\.draft)$/

interface State {
  text: string
  checkpoint: string | null
}

/**
 * Checks the files when the file system reports a change in their folder. A
 * check compares modification times and sizes, and opens files that differ.
 */
export class IndexWatch {
  private listeners = new Set<IndexListener>()
  /** The live file, while the pointer is unchanged. */
  private live = new Map<string, { pointer: string; path: string }>()
  /** The last seen state of the files and their contents. */
  private looks = new Map<string, string>()
  private states = new Map<string, string>()
  private watcher: FSWatcher | null = null
  private timer: NodeJS.Timeout | null = null
  private isLooking = false
  /** Indexes whose files have changed; null: perhaps any. */
  private noted: Set<string> | null = new Set()

  constructor(
    private folder: string,
    private indexes: IndexFiles[]
  ) {}

  add(listener: IndexListener): () => void {
    this.listeners.add(listener)
    if (!this.timer) {
      for (const files of this.indexes) this.states.set(files.index, stateOf(files)?.text ?? '')
      this.lookAfter(0)
    }
    return () => {
      this.listeners.delete(listener)
      if (!this.listeners.size) this.close()
    }
  }

  /** Checks one index immediately, because this process has just written it. */
  check(files: IndexFiles): void {
    if (!this.timer) return
    const state = stateOf(files)
    if (!state) {
      this.looks.delete(files.index)
      this.note(`${files.index}.`)
      return
    }
    if (state.text === this.states.get(files.index)) return
    this.states.set(files.index, state.text)
    for (const listener of this.listeners) listener(files.index, state.checkpoint)
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.unfollow()
  }

  private lookAfter(milliseconds: number): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.poll(), milliseconds)
    this.timer.unref()
  }

  /** @param file its name in the folder; the folder's own name if the folder was deleted, null if unknown */
  private note(file: string | null): void {
    if (!this.timer || (file && UNTOLD.test(file))) return
    const isFirst = this.noted?.size === 0
    if (file === null || file === basename(this.folder)) {
      this.unfollow()
      this.noted = null
    } else this.noted?.add(file.slice(0, file.indexOf('.')))
    if (isFirst && !this.isLooking) this.lookAfter(GATHERED)
  }

  private async poll(): Promise<void> {
    this.isLooking = true
    const { noted } = this
    this.noted = new Set()
    this.follow()
    try {
      for (const files of this.indexes) {
        if (noted && noted.size && !noted.has(files.index)) continue
        const look = await this.lookOf(files)
        if (look === this.looks.get(files.index)) continue
        this.looks.set(files.index, look)
        this.check(files)
      }
    } finally {
      this.isLooking = false
      if (this.timer) {
        const { watching, blind } = INTERVAL
        const isNoted = this.noted === null || this.noted.size > 0
        this.lookAfter(isNoted ? GATHERED : this.watcher ? watching : blind)
      }
    }
  }

  private async lookOf(files: IndexFiles): Promise<string> {
    const pointer = await timesOf(files.pointer)
    let live = this.live.get(files.index)
    if (live?.pointer !== pointer) {
      live = { pointer, path: files.live() }
      this.live.set(files.index, live)
    }
    const { path } = live
    return [path, ...(await Promise.all([path, `${path}-wal`, files.mark].map(timesOf)))].join(' ')
  }

  private follow(): void {
    if (this.watcher) return
    try {
      const watcher = watch(this.folder, { persistent: false }, (_, file) => this.note(file))
      watcher.on('error', () => this.unfollow())
      this.watcher = watcher
    } catch {
      // Without a folder, or above the system's watch limit, files are checked more often.
    }
  }

  private unfollow(): void {
    this.watcher?.close()
    this.watcher = null
  }
}

async function timesOf(file: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true })
    // Readers create and remove an empty log.
    return size === 0n ? '' : `${ino} ${mtimeNs} ${size}`
  } catch {
    return ''
  }
}

/** The live file and its commit count or damage; null: another process has locked it. */
function stateOf(files: IndexFiles): State | null {
  const file = files.liveFile()
  const { path, identity } = file
  if (!existsSync(path)) return { text: '', checkpoint: null }
  if (files.readFileDamage(file) !== null) return { text: `${identity} damaged`, checkpoint: null }
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const about = database.prepare('SELECT value FROM about WHERE name = ?')
      const checkpoint = about.get('checkpoint')?.value
      return {
        text: `${identity} ${about.get('generation')?.value ?? 0}`,
        checkpoint: checkpoint === undefined ? null : String(checkpoint),
      }
    } finally {
      database.close()
    }
  } catch (error) {
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY) return null
    return { text: identity, checkpoint: null }
  }
}

const SQLITE_BUSY = 5
