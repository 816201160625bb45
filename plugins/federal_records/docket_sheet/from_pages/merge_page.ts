/** Merges parsed court pages into the archive (fetch-and-upload, 2.5). */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { errors } from '@vinejs/vine'
import { lockDockets, type NamedDocket } from '../find_docket.js'
import { mergeDocketSheet, type MergedSheet } from '../merge.js'
import { getLineError, SheetError } from '../refusal.js'
import { docketSheet, type DocketSheet } from '../schema.js'
import { SheetTables, type Counts } from '../sheet_tables.js'
import { toDocumentMenu, toPageSheets, type MergeablePage } from './converters.js'
import { menuDocuments, type DocumentMenu, filedEntries } from './document_menus.js'
import type { PageContext, PageSheet } from './values.js'

/** A page and its context. */
export interface PageToMerge {
  /** The result of `PageReader` or `parseInThread`. */
  page: MergeablePage
  /** The court's ID in the archive (`arb`, not `azb`). */
  court: string
  /** The court system's case ID, if the sender provided it. */
  registryCaseId?: string | null
}

/** The counted rows and their tables. */
const COUNTED = {
  entries: 'docket_entries',
  documents: 'archive_documents',
  parties: 'parties',
  attorneys: 'attorneys',
} as const

/** The result of a merge, with the IDs of all new and existing rows on the page. */
export interface MergedPage {
  /** The docket, or the first one of a page with several cases. */
  docketId: number
  /** All dockets. */
  docketIds: number[]
  entryIds: number[]
  documentIds: number[]
  /** Added and changed rows; all zero if there was nothing new. */
  changes: Record<keyof typeof COUNTED, Counts>
}

/** The reason a page isn't merged; nothing was stored. */
export class PageNotMerged extends Error {
  override name = 'PageNotMerged'

  /**
   * @param reason `nothing_to_merge`: the page has no docket data; `no_such_entry`: the entry of a
   *   document menu isn't in the archive yet, so retry later; `refused`: the page has invalid
   *   values, described in the message
   */
  constructor(
    readonly reason: 'nothing_to_merge' | 'no_such_entry' | 'refused',
    message: string
  ) {
    super(message)
  }
}

/**
 * Merges a page into its dockets, and creates missing ones. Everything is written in the caller's
 * transaction, in which a queue also marks its row as done; alerts, webhooks, and search follow the
 * change log after COMMIT. Merging a page again changes nothing. Other merges of the same dockets
 * wait until the transaction ends.
 *
 * @throws PageNotMerged, which retrying doesn't fix except for `no_such_entry`; after database
 *   errors (including 23505 and 40P01 for conflicting transactions), retry in a new transaction
 */
export async function mergePage(
  trx: TransactionClientContract,
  { page, court, registryCaseId = null }: PageToMerge
): Promise<MergedPage> {
  const tables = await SheetTables.ofTransaction(trx)
  const context = { court, registryCaseId: registryCaseId || null }
  const menu = toDocumentMenu(page)
  const pages = menu ? await menuSheets(tables, menu, context) : toPageSheets(page, context)
  if (!pages?.length) throw new PageNotMerged('nothing_to_merge', 'The page has no docket data.')
  const sheets = await Promise.all(pages.map(checked))
  // All at once and sorted, so that two pages on the same cases can't deadlock.
  await lockDockets(tables, sheets.map(({ sheet }) => sheet.docket).filter(isNamed))
  const merged: MergedSheet[] = []
  for (const { sheet, rules } of sheets) merged.push(await merge(tables, { sheet, rules }))
  return summary(merged)
}

/** @throws PageNotMerged if no docket of the court has the document */
async function menuSheets(
  tables: SheetTables,
  menu: DocumentMenu,
  { court, registryCaseId }: PageContext
): Promise<PageSheet[]> {
  const { registryId, caseId, number } = menu
  const entries = await filedEntries(tables, {
    court,
    registryId,
    caseId: registryCaseId ?? caseId,
    number,
  })
  if (!entries.length)
    throw new PageNotMerged('no_such_entry', 'No docket of the court has this document.')
  return entries.map((entry) => ({
    sheet: {
      docket: { id: entry.docket },
      docket_entries: [{ id: entry.id, documents: menuDocuments(menu, entry) }],
    },
    rules: { fromPage: true, singleEntries: true },
  }))
}

const isNamed = (docket: DocketSheet['docket']): docket is NamedDocket =>
  docket.court_id !== undefined && docket.docket_number !== undefined

/** Validates the sheet as one from any source. */
async function checked({ sheet, rules }: PageSheet): Promise<PageSheet> {
  try {
    return { sheet: await docketSheet.validate(sheet), rules }
  } catch (error) {
    if (error instanceof errors.E_VALIDATION_ERROR)
      throw new PageNotMerged('refused', getLineError(error))
    throw error
  }
}

async function merge(tables: SheetTables, { sheet, rules }: PageSheet): Promise<MergedSheet> {
  try {
    return await mergeDocketSheet(tables, sheet, rules)
  } catch (error) {
    if (error instanceof SheetError) throw new PageNotMerged('refused', error.message)
    throw error
  }
}

function summary(merged: MergedSheet[]): MergedPage {
  const keys = (of: (sheet: MergedSheet) => string[]) => [
    ...new Set(merged.flatMap(of).map(Number)),
  ]
  const docketIds = keys(({ docket }) => [docket])
  return {
    docketId: docketIds[0]!,
    docketIds,
    entryIds: keys(({ entries }) => entries),
    documentIds: keys(({ documents }) => documents),
    changes: Object.fromEntries(
      Object.entries(COUNTED).map(([name, table]) => [
        name,
        {
          added: merged.reduce((sum, { counts }) => sum + counts.get(table)!.added, 0),
          changed: merged.reduce((sum, { counts }) => sum + counts.get(table)!.changed, 0),
        },
      ])
    ) as MergedPage['changes'],
  }
}
