import { join } from 'node:path'
import { ROOT } from './server_process.js'

/** Folder with pages of real courts, which aren't part of the project: COURT_PAGES, or a sibling folder. */
export const COURT_PAGES = process.env.COURT_PAGES ?? join(ROOT, '../shared/corpora/court-pages')
