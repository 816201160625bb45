/** Helpers for tests of unread text. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Jobs } from '#app/jobs/jobs'
import type { CoveredPage } from '#app/court_pages/read_page'
import { settings } from '#start/env'
import UnreadGroup from '../models/unread_group.js'
import type { PageSource } from '../models/unread_page.js'
import { QUEUES } from '../pdf/codes.js'
import { UnreadText } from '../unread_text/record_unread.js'

interface RecordedPage {
  passages: (string | { text: string; place: string })[]
  dockets: number[]
  court?: string
  kind?: CoveredPage['kind']
  source?: PageSource
  content?: string
  recognition?: CoveredPage['recognition']
}

let pages = 0

/**
 * Records a page with these passages. @returns the sentence for its message
 */
export async function recordPage({
  passages,
  dockets,
  court = 'cand',
  kind = 'district_docket',
  source = 'upload',
  content = `<p>Page ${++pages}</p>`,
  recognition = { score: 9, runnerUp: null, close: false },
}: RecordedPage): Promise<string> {
  const unreadText = await app.container.make(UnreadText)
  const database = await app.container.make('lucid.db')
  const unread = passages.map((passage) =>
    typeof passage === 'string' ? { text: passage, place: 'Docket' } : passage
  )
  const reading = { kind, recognition, coverage: { visible: 100, read: 50, unread } }
  return database.transaction((trx) =>
    unreadText.record(trx, { reading, court, bytes: Buffer.from(content), source, dockets })
  )
}

const folder = () => join(settings.dataDir, 'files/unread-pages')

/** Removes all groups with their pages and files. */
export async function removeUnreadText(): Promise<void> {
  await UnreadGroup.query().delete()
  rmSync(folder(), { recursive: true, force: true })
}

/** Paths of the kept pages in the data folder, after queued removals. */
export async function keptFiles(): Promise<string[]> {
  await (await app.container.make(Jobs)).runWaiting(QUEUES.remove)
  if (!existsSync(folder())) return []
  return readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
