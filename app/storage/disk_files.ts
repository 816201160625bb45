/** Files on any of multiple disks. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Disk, DriveManager } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import { DomainError } from '#app/support/domain_error'
import { STORAGE_ERRORS } from './errors.js'
import { fileState, type FileState } from './file_request.js'
import { settings } from '#start/env'

/** Byte range, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  state: FileState
  modified: Date
  /**
   * A folder that contains the file, or a function that reads all of it or a range. `link`
   * creates a temporary URL for clients.
   */
  source:
    | { root: string }
    | { read: (range?: ByteRange) => Promise<Readable>; link?: () => Promise<string> }
}

/** A driver that reads ranges. */
export interface RangeReader {
  /** @returns undefined if the file doesn't exist */
  find(key: string): Promise<StoredFile | undefined>
}

/**
 * @returns undefined if the disk doesn't have the file
 * @throws DomainError if the disk is unreachable
 */
export async function findFileOnDisk(
  { driver }: Disk,
  path: string
): Promise<StoredFile | undefined> {
  if (isRangeReader(driver)) return driver.find(path).catch(unavailable)
  if (!(driver instanceof FSDriver)) throw new Error("Files of this disk can't be served")
  const { location } = driver.options
  const root = typeof location === 'string' ? location : fileURLToPath(location)
  // Names that are invalid on the file system don't exist.
  const found = await stat(join(root, path), { bigint: true }).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { state: fileState(found), modified: found.mtime, source: { root } }
}

/**
 * @param disks in order of precedence
 * @throws DomainError if a disk is unreachable
 */
export async function findFileOnDisks(
  disks: readonly Disk[],
  path: string
): Promise<StoredFile | undefined> {
  for (const disk of disks) {
    const file = await findFileOnDisk(disk, path)
    if (file) return file
  }
  return undefined
}

/** @throws DomainError always */
export function unavailable(cause: unknown): never {
  const { storage_unavailable: kind } = STORAGE_ERRORS
  throw Object.assign(new DomainError(kind, { detail: kind.message }, 5), { cause })
}

function isRangeReader(driver: object): driver is RangeReader {
  return 'find' in driver
}

type Disks = Pick<DriveManager<any>, 'use'>

/** Disks with files of the archive; new files are stored on the first one. */
export function writtenDisks(drive: Disks): Disk[] {
  if (!settings.s3.bucket) return [drive.use()]
  return settings.driveDisk === 's3'
    ? [drive.use(), drive.use('fs')]
    : [drive.use(), drive.use('s3')]
}

/** Disks for reading: those of the archive, and the sample files. */
export function readDisks(drive: Disks): Disk[] {
  const [first, ...others] = writtenDisks(drive)
  return [first!, drive.use('sample'), ...others]
}
