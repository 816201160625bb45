/** Helpers for tests of uploads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import type { TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { processJob, removeJob } from '../jobs.js'
import Upload from '../models/upload.js'

export interface UploadCase {
  docket: OwnDocket
  /** The court system's case ID. */
  caseId: string
  entry: number
  /** The document of the entry. */
  document: number
}

let cases = Date.now()

/** Creates a docket with an entry and a document. */
export async function makeUploadCase(): Promise<UploadCase> {
  const caseId = String(++cases)
  const docket = await makeDocket({ court_id: 'cand', registry_case_id: caseId })
  const file = { registry_doc_id: `0350${caseId}` }
  const { entry, documents } = await docket.addEntry('MOTION', [file])
  return { docket, caseId, entry, document: documents[0]! }
}

export const PDF = Buffer.from('%PDF-1.4\n% a small one\n')

/** Sends an upload. @param file null sends no file */
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

/** Runs the due jobs of the queue. */
export async function work(): Promise<void> {
  const jobs = await app.container.make(Jobs)
  await jobs.runWaiting(processJob.name)
  await jobs.runWaiting(removeJob.name)
}

/** Incoming and stored files of uploads. */

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

/** A file of `sample_case/`. */
export const sample = (name: string): Buffer =>
  readFileSync(new URL(`../sample_case/${name}`, import.meta.url))

/** Removes an account's uploads and their dockets. */
export async function removeCase(uploaderId: number): Promise<void> {
  const db = await app.container.make('lucid.db')
  const uploads = await Upload.query().where({ uploaderId })
  const dockets = uploads.flatMap(({ docketId }) => docketId ?? [])
  await Upload.query().where({ uploaderId }).delete()
  await db.from('dockets').whereIn('id', dockets).delete()
}
