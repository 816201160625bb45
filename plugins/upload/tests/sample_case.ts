/** The case of `sample_case/`, for tests. */
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import Upload from '../models/upload.js'

export const sample = (name: string): Buffer =>
  readFileSync(new URL(`../sample_case/${name}`, import.meta.url))

/** Removes what an account has uploaded, with its dockets. */
export async function removeCase(uploaderId: number): Promise<void> {
  const db = await app.container.make('lucid.db')
  const uploads = await Upload.query().where({ uploaderId })
  const dockets = uploads.flatMap(({ docketId }) => docketId ?? [])
  await Upload.query().where({ uploaderId }).delete()
  await db.from('dockets').whereIn('id', dockets).delete()
}
