/** Uploads for tests. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import type { TestAccount } from '#tests/helpers/accounts'
import { processJob, removeJob } from '../jobs.js'

export const PDF = Buffer.from('%PDF-1.4\n% a small one\n')

/** Sends an upload; `file` null sends none. */
export function send(
  client: ApiClient,
  { authorization }: TestAccount,
  fields: Record<string, string | number | boolean>,
  {
    file = PDF,
    path = '/api/rest/v4/archive/',
    key,
  }: { file?: Buffer | null; path?: string; key?: string } = {}
) {
  const request = client.post(path).header('authorization', authorization).fields(fields)
  if (key) request.header('idempotency-key', key)
  return file ? request.file('filepath_local', file, { filename: 'file' }) : request
}

/** Runs the jobs of the queue that are due. */
export async function work(): Promise<void> {
  const jobs = await app.container.make(Jobs)
  await jobs.runWaiting(processJob.name)
  await jobs.runWaiting(removeJob.name)
}

/** Files of uploads, on their way and kept. */
export function filesOfUploads(): string[] {
  return [join(settings.dataDir, 'incoming'), join(settings.dataDir, 'files/uploads')].flatMap(
    (folder) =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ parentPath, name }) => join(parentPath, name))
        : []
  )
}
