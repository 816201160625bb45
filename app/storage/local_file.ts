import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'

/**
 * Runs work with a local path of a stored file: the file itself, or a temporary copy.
 *
 * @returns undefined if the disk doesn't have the file
 */
export async function withLocalFile<T>(
  disk: Disk,
  key: string,
  work: (path: string) => Promise<T>
): Promise<T | undefined> {
  const { driver } = disk
  if (driver instanceof FSDriver) {
    const { location } = driver.options
    const path = join(typeof location === 'string' ? location : fileURLToPath(location), key)
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? work(path) : undefined
  }
  if (!(await disk.exists(key))) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'curia-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await disk.getStream(key), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
