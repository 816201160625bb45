import { join } from 'node:path'
import { ROOT } from './server_process.js'

/** Folder of pages of real courts, which are no part of the project: named by COURT_PAGES, or beside it. */
export const COURT_PAGES = process.env.COURT_PAGES ?? join(ROOT, '../shared/corpora/court-pages')
