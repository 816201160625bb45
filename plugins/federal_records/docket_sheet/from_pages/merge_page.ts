/**
 * Merges parsed court pages into the archive, from whatever queue they come
 * (fetch-and-upload, 2.5).
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { errors } from '@vinejs/vine'
import { lockDockets, type NamedDocket } from '../find_docket.js'
import { mergeDocketSheet, type MergedSheet } from '../merge.js'
import { reasonOf, SheetError } from '../refusal.js'
import { docketSheet, type DocketSheet } from '../schema.js'
import { SheetTables, type Counts } from '../sheet_tables.js'
import { menuOf, sheetsOf, type MergeablePage } from './converters.js'
import { menuDocuments, type DocumentMenu, filedEntries } from './document_menus.js'
import type { PageContext, PageSheet } from './values.js'

/** A page, and what is known of it besides. */
export interface PageToMerge {
  /** Kind and result, as `PageReader` and `parseInThread` answer. */
  page: MergeablePage
  /** The archive's ID of the court (`arb`, not `azb`). */
  court: string
  /** The case's ID in the court system, where the sender gave it. */
  registryCaseId?: string | null
}

/** What is counted of a merge. */
const COUNTED = {
  entries: 'docket_entries',
  documents: 'archive_documents',
  parties: 'parties',
  attorneys: 'attorneys',
} as const

/** What a page has become. All keys are of rows the page names, new or not. */
export interface MergedPage {
  /** The docket; of a page on several cases, the first. */
  docketId: number
  /** All of them. */
  docketIds: number[]
  entryIds: number[]
  documentIds: number[]
  /** What became of the rows. Only zeros: the archive knew all of it. */
  changes: Record<keyof typeof COUNTED, Counts>
}

/** Why a page is not merged; nothing of it has been stored. */
export class PageNotMerged extends Error {
  override name = 'PageNotMerged'

  /**
   * @param reason `nothing_to_merge`: pages of the kind, or this one, hold no
   *   data of a docket; `no_such_entry`: a menu of documents whose entry is
   *   not in the archive yet, which is worth another attempt later;
   *   `refused`: its values do not fit, as the message says
   */
  constructor(
    readonly reason: 'nothing_to_merge' | 'no_such_entry' | 'refused',
    message: string
  ) {
    super(message)
  }
}

/**
 * Merges a page into its dockets, which are made when the archive has none.
 * Everything is written in the caller's transaction, so a queue marks its
 * row as done in the same; alerts, webhooks and search follow from the
 * change log after COMMIT. Merging a page twice changes nothing. Other
 * merges of the same dockets wait until the transaction ends.
 *
 * @throws PageNotMerged when trying again does not help, but for
 *   `no_such_entry`; errors of the database (also 23505 and 40P01, when two
 *   transactions clash) are worth another attempt in a new transaction
 */
export async function mergePage(
  trx: TransactionClientContract,
  { page, court, registryCaseId = null }: PageToMerge
): Promise<MergedPage> {
  const tables = await SheetTables.ofTransaction(trx)
  const context = { court, registryCaseId: registryCaseId || null }
  const menu = menuOf(page)
  const pages = menu ? await menuSheets(tables, menu, context) : sheetsOf(page, context)
  if (!pages?.length)
    throw new PageNotMerged('nothing_to_merge', 'The page holds no data of a docket.')
  const sheets = await Promise.all(pages.map(checked))
  // All at once and in one order: two pages on the same cases do not wait for each other.
  await lockDockets(tables, sheets.map(({ sheet }) => sheet.docket).filter(isNamed))
  const merged: MergedSheet[] = []
  for (const { sheet, rules } of sheets) merged.push(await merge(tables, { sheet, rules }))
  return summary(merged)
}

/** @throws PageNotMerged when no docket of the court has the document */
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

/** Bounds and codes are those of sheets from any source. */
async function checked({ sheet, rules }: PageSheet): Promise<PageSheet> {
  try {
    return { sheet: await docketSheet.validate(sheet), rules }
  } catch (error) {
    if (error instanceof errors.E_VALIDATION_ERROR)
      throw new PageNotMerged('refused', reasonOf(error))
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
