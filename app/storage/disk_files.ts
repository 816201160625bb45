/** Files of disks, whichever holds them. */
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

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  state: FileState
  modified: Date
  /**
   * A folder that has it below it, or what reads it; all of it without a range.
   * `link` makes the URL from which clients get it themselves, for a while.
   */
  source:
    | { root: string }
    | { read: (range?: ByteRange) => Promise<Readable>; link?: () => Promise<string> }
}

/** A driver that reads ranges itself. */
export interface RangeReader {
  /** @returns undefined when there is no such file */
  find(key: string): Promise<StoredFile | undefined>
}

/**
 * @returns undefined when the disk does not have the file
 * @throws DomainError while the disk cannot be reached
 */
export async function fileOn({ driver }: Disk, path: string): Promise<StoredFile | undefined> {
  if (isRangeReader(driver)) return driver.find(path).catch(unavailable)
  if (!(driver instanceof FSDriver)) throw new Error('Files of this disk cannot be served')
  const { location } = driver.options
  const root = typeof location === 'string' ? location : fileURLToPath(location)
  // A name that the file system cannot have is one it does not have.
  const found = await stat(join(root, path), { bigint: true }).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { state: fileState(found), modified: found.mtime, source: { root } }
}

/**
 * @param disks the first one that has the file counts
 * @throws DomainError while a disk cannot be reached
 */
export async function fileOnAny(
  disks: readonly Disk[],
  path: string
): Promise<StoredFile | undefined> {
  for (const disk of disks) {
    const file = await fileOn(disk, path)
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

/** Disks that may hold files of the archive: first the one that new files go to. */
export function writtenDisks(drive: Disks): Disk[] {
  if (!settings.s3.bucket) return [drive.use()]
  return settings.driveDisk === 's3'
    ? [drive.use(), drive.use('fs')]
    : [drive.use(), drive.use('s3')]
}

/** Disks that files are read from: those, and the files of the sample archive. */
export function readDisks(drive: Disks): Disk[] {
  const [first, ...others] = writtenDisks(drive)
  return [first!, drive.use('sample'), ...others]
}
