/** Writes files to disks atomically: readers see the old file or the new one, never a part. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import { unavailable } from './disk_files.js'

/** A file that is being written. */
export interface StagedFile {
  /** Makes it visible to readers. It is durable when this resolves. */
  publish: () => Promise<void>
  /** Removes the temporary file; has no effect after `publish`. */
  discard: () => Promise<void>
}

/** Age in milliseconds after which a temporary file can't belong to a write in progress. */
const MAX_PART_AGE_MS = 3_600_000

/**
 * Prepares a file for a disk. On a folder disk, the bytes are written next to the final name
 * and moved by `publish`; object storage replaces files atomically.
 *
 * @param key final path on the disk
 * @param source path of a local file, or the bytes of a small one
 */
export async function stageFile(
  disk: Disk,
  key: string,
  source: string | Uint8Array
): Promise<StagedFile> {
  const { driver } = disk
  if (!(driver instanceof FSDriver)) {
    const publish = () =>
      (typeof source === 'string' ? putFile(disk, key, source) : disk.put(key, source)).catch(
        unavailable
      )
    return { publish, discard: async () => {} }
  }
  const target = join(folderOf(driver), key)
  const folder = dirname(target)
  // Names that start with a dot are not served.
  const part = join(folder, `${partPrefix(key)}${randomBytes(6).toString('hex')}`)
  const discard = () => rm(part, { force: true })
  await mkdir(folder, { recursive: true })
  await removeParts(folder, key, MAX_PART_AGE_MS)
  try {
    await (typeof source === 'string' ? copyFile(source, part) : writeFile(part, source))
    await synchronize(part)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    async publish() {
      await rename(part, target)
      await synchronize(folder)
    },
    discard,
  }
}

/** Removes a file and the temporary files of interrupted writes, if they exist. */
export async function removeFile(disk: Disk, key: string): Promise<void> {
  const { driver } = disk
  await disk.delete(key)
  if (!(driver instanceof FSDriver)) return
  await removeParts(dirname(join(folderOf(driver), key)), key)
}

/**
 * Removes temporary files of interrupted writes of a file.
 *
 * @param minAge in milliseconds; newer files may belong to a write in progress
 */
async function removeParts(folder: string, key: string, minAge?: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(partPrefix(key)))) {
    const path = join(folder, name)
    const found = minAge === undefined ? undefined : await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs <= Date.now() - minAge!) await rm(path, { force: true })
  }
}

async function putFile(disk: Disk, key: string, source: string): Promise<void> {
  const { size } = await stat(source)
  await disk.putStream(key, createReadStream(source), { contentLength: size })
}

const partPrefix = (key: string) => `.${basename(key)}.part-`

function folderOf({ options: { location } }: FSDriver): string {
  return typeof location === 'string' ? location : fileURLToPath(location)
}

async function synchronize(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
