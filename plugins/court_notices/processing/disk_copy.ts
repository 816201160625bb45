/** Files of the disk on this machine, for as long as something is done with them. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import { fileOn, unavailable } from '#app/storage/disk_files'
import { incomingFolder } from '../files.js'
import { NoticeRefused } from './outcome.js'

/**
 * @param path on the disk
 * @throws NoticeRefused when it is not there
 * @throws DomainError while the disk cannot be reached
 */
export async function withLocalCopy<T>(
  app: ApplicationService,
  path: string,
  work: (file: string) => Promise<T>
): Promise<T> {
  const disk = (await app.container.make('drive.manager')).use()
  if (!path || !(await fileOn(disk, path)))
    throw new NoticeRefused('The file of this email is no longer there.')
  await mkdir(incomingFolder(), { recursive: true })
  const file = join(incomingFolder(), randomUUID())
  try {
    const stored = await disk.getStream(path).catch(unavailable)
    await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return await work(file)
  } finally {
    await rm(file, { force: true })
  }
}
