import type { Disk, DriveManager } from '@adonisjs/drive'
import { settings } from '#start/env'

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
