/** Removes files without a row, left by crashes and rolled-back transactions. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '@adonisjs/drive'
import { removeFile } from './saved_file.js'

/** Hours after which a temporary file counts as abandoned. */
const LEFT_HOURS = 24
/** Keys per lookup. */
const AT_ONCE = 500

/** Time in milliseconds since the epoch; newer files are kept. */
const leftBefore = () => Date.now() - LEFT_HOURS * 3_600_000

/**
 * Removes old files without a row from a folder of a disk.
 *
 * @param folder at the top level of the disk; it may not exist
 * @param namedAmong returns the keys that have a row
 */
export async function removeUnnamedFiles(
  disk: Disk,
  folder: string,
  namedAmong: (keys: string[]) => Promise<Iterable<string>>,
  signal: AbortSignal
): Promise<void> {
  const top = await disk.listAll('').catch(() => undefined)
  if (![...(top?.objects ?? [])].some(({ name }) => name === folder)) return
  let paginationToken: string | undefined
  do {
    signal.throwIfAborted()
    const page = await disk.listAll(folder, { recursive: true, paginationToken })
    paginationToken = page.paginationToken
    const keys = [...page.objects].flatMap((found) => (found.isFile ? found.key : []))
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE)
      const named = new Set(await namedAmong(some))
      await removeOld(
        disk,
        some.filter((key) => !named.has(key))
      )
    }
  } while (paginationToken)
}

async function removeOld(disk: Disk, keys: string[]): Promise<void> {
  for (const key of keys) {
    const { lastModified } = await disk.getMetaData(key)
    if (lastModified.getTime() < leftBefore()) await removeFile(disk, key)
  }
}

/** Removes old files from a local folder for incoming files. */
export async function removeStaleFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < leftBefore()) await rm(path, { force: true })
  }
}
