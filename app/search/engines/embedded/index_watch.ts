/** Notices changes of indexes, in whatever process they are written. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { IndexFiles } from './index_files.js'

/** Milliseconds between two looks. */
const INTERVAL = 200

export class IndexWatch {
  private listeners = new Set<(index: string) => void>()
  /** What the files looked like, and what was in them. */
  private looks = new Map<string, string>()
  private states = new Map<string, string>()
  private timer: NodeJS.Timeout | null = null
  private isLooking = false

  constructor(private indexes: IndexFiles[]) {}

  add(listener: (index: string) => void): () => void {
    this.listeners.add(listener)
    if (!this.timer) {
      for (const files of this.indexes) this.states.set(files.index, stateOf(files))
      this.timer = setInterval(() => void this.look(), INTERVAL)
      this.timer.unref()
    }
    return () => {
      this.listeners.delete(listener)
      if (!this.listeners.size) this.close()
    }
  }

  /** Looks at one index at once: this process has just written it. */
  check(files: IndexFiles): void {
    if (!this.timer) return
    const state = stateOf(files)
    if (state === this.states.get(files.index)) return
    this.states.set(files.index, state)
    for (const listener of this.listeners) listener(files.index)
  }

  close(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** Files are opened only when they look different from before. */
  private async look(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    try {
      for (const files of this.indexes) {
        const { path, identity } = files.liveFile()
        const times = await Promise.all([path, `${path}-wal`, files.mark].map(timeOf))
        const look = `${identity} ${times.join(' ')}`
        if (look === this.looks.get(files.index)) continue
        this.looks.set(files.index, look)
        this.check(files)
      }
    } finally {
      this.isLooking = false
    }
  }
}

async function timeOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size } = await stat(file, { bigint: true })
    return `${mtimeNs} ${size}`
  } catch {
    return ''
  }
}

/** Which file is live, and how often it was committed to, or that it is damaged. */
function stateOf(files: IndexFiles): string {
  const file = files.liveFile()
  const { path, identity } = file
  if (!existsSync(path)) return ''
  if (files.damageOf(file) !== null) return `${identity} damaged`
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const row = database.prepare(`SELECT value FROM about WHERE name = 'generation'`).get()
      return `${identity} ${row?.value ?? 0}`
    } finally {
      database.close()
    }
  } catch {
    return identity
  }
}
