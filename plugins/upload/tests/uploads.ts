/** Uploads for tests. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import type { TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { processJob, removeJob } from '../jobs.js'

export interface UploadCase {
  docket: OwnDocket
  /** The ID the court has for it. */
  caseId: string
  entry: number
  /** Of the entry. */
  document: number
}

let cases = Date.now()

/** Makes a docket with an entry that has a document. */
export async function makeUploadCase(): Promise<UploadCase> {
  const caseId = String(++cases)
  const docket = await makeDocket({ court_id: 'cand', registry_case_id: caseId })
  const file = { registry_doc_id: `0350${caseId}` }
  const { entry, documents } = await docket.addEntry('MOTION', [file])
  return { docket, caseId, entry, document: documents[0]! }
}

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
