/**
 * The folder with the exports of this server: each export has a folder with its time as its name.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST, readManifest, type Manifest } from './manifest.js'
import { readState, UNFINISHED } from './unfinished_export.js'

/** `20271231T235959Z` */
const NAME = /^\d{8}T\d{6}Z$/

export interface ListedExport {
  name: string
  manifest: Manifest
}

/** Whether an export has the files to import a whole archive. */
export function isFull({ manifest }: ListedExport): boolean {
  return manifest.since === undefined && manifest.file_format === undefined
}

export class ExportFolders {
  /** @param root the folder with all exports, which may be missing */
  constructor(readonly root: string) {}

  path(name: string): string {
    return join(this.root, name)
  }

  /** The complete exports, newest first. Exports with an unreadable manifest are left out. */
  async list(): Promise<ListedExport[]> {
    const listed: ListedExport[] = []
    for (const name of await this.#names()) {
      const found = await this.find(name)
      if (found) listed.push(found)
    }
    return listed
  }

  /** A complete export; undefined for an unknown name, or if its manifest can't be read. */
  async find(name: string): Promise<ListedExport | undefined> {
    if (!NAME.test(name) || !existsSync(join(this.path(name), MANIFEST))) return undefined
    const manifest = await readManifest(this.path(name)).catch(() => undefined)
    return manifest && { name, manifest }
  }

  /**
   * The folder for the next export: that of the newest unfinished one, if it can be resumed.
   *
   * @param wanted position for an increment, and whether the files are Parquet files
   */
  async next(
    { since, parquet = false }: { since?: string; parquet?: boolean } = {},
    now = new Date()
  ): Promise<string> {
    for (const name of await this.#names()) {
      const state = await readState(join(this.path(name), UNFINISHED)).catch(() => undefined)
      if (state && state.since === since && state.parquet === parquet) return this.path(name)
      if (await this.find(name)) break
    }
    // An export can take less than the second in its name.
    for (let time = now.getTime(); ; time += 1000) {
      const path = this.path(new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, ''))
      if (!existsSync(path)) return path
    }
  }

  /**
   * Removes all but the newest full exports, and unfinished exports and increments before them.
   *
   * @returns names of the removed exports
   */
  async prune(kept: number): Promise<string[]> {
    const complete = await this.list()
    const full = complete.filter(isFull).slice(0, kept)
    const [newest, oldest] = [full[0]?.name, full.at(-1)?.name]
    if (newest === undefined || oldest === undefined) return []
    const isComplete = (name: string) => complete.some((one) => one.name === name)
    const removed = (await this.#names()).filter(
      (name) => name < oldest || (name < newest && !isComplete(name))
    )
    for (const name of removed) await rm(this.path(name), { recursive: true, force: true })
    return removed
  }

  /** Names of all exports, newest first. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.root).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names.filter((name) => NAME.test(name)).sort((one, other) => (one < other ? 1 : -1))
  }
}
