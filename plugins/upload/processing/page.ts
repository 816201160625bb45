/** Uploads of court pages (fetch-and-upload, 2.3). */
import { readFile, stat } from 'node:fs/promises'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { type ParsedPage } from '#app/court_pages/page_kinds'
import { STATUS } from '../codes.js'
import type Upload from '../models/upload.js'
import { UploadRefused } from './outcome.js'
import type { Work } from './work.js'
import { mergeUpload } from './merge.js'

/** Bytes of a page; the longest dockets have some ten million. */
const MAX_PAGE = 50_000_000

/** Parses a page and merges it into its dockets. */
export async function processPage(work: Work): Promise<void> {
  await mergeUpload(work, await read(work))
}

/** @throws UploadRefused for a page that is not of the type it was sent as */
async function read({ upload, file }: Work): Promise<ParsedPage> {
  if ((await stat(file)).size > MAX_PAGE)
    throw new UploadRefused(STATUS.invalid, 'The page is longer than 50 MB.')
  const reading = await parseInThread(await readFile(file), upload.courtId)
  if (!('outcome' in reading)) return ofType(upload, reading)
  const { outcome } = reading
  if (outcome === 'too_hard')
    throw new UploadRefused(STATUS.failed, 'The page takes too long to read.')
  const said = outcome === 'unknown' || outcome === 'unreadable' ? '' : ` It says: ${outcome}.`
  throw new UploadRefused(STATUS.invalid, `The page is not valid for its type.${said}`)
}

function ofType({ uploadType }: Upload, page: ParsedPage): ParsedPage {
  if (page.uploadTypes.includes(uploadType)) return page
  const kind = page.kind.replaceAll('_', ' ')
  throw new UploadRefused(STATUS.invalid, `The page is not valid for its type: it is a ${kind}.`)
}
