import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import AuditEntry from '#app/models/audit_entry'
import { docketByKey, lockDockets } from '../docket_sheet/find_docket.js'
import type { KnownEntry } from '../docket_sheet/known_records.js'
import { readKnown } from '../docket_sheet/known_sheet.js'
import { mergeDuplicates } from '../docket_sheet/merged_entries.js'
import { numberedRows } from '../docket_sheet/record_rows.js'
import { SheetTables } from '../docket_sheet/sheet_tables.js'
import { sourceRow } from '../docket_sheet/sources.js'
import PossibleDuplicate from '../models/possible_duplicate.js'

/**
 * - `merged`: one of the entries was merged into the other one
 * - `gone`: the pair was reviewed or merged before
 * - `conflict`: both entries have a number or the file of the same document, so they are different
 */
export type MergeOutcome = 'merged' | 'gone' | 'conflict'

/**
 * Merges the entries of a pair. An entry that a docket sheet listed is kept, or else the numbered or
 * older one, with the documents, tags, and requests of both. Followers aren't notified again.
 */
export class MergeDuplicate {
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<MergeOutcome> {
    const found = await PossibleDuplicate.find(id, { client: trx })
    if (!found) return 'gone'
    const tables = await SheetTables.ofTransaction(trx)
    // Pages of the docket are merged after this transaction.
    const docket = await docketByKey(tables, found.docketId)
    await lockDockets(tables, [
      {
        court_id: docket!.court_id!,
        docket_number: docket!.docket_number ?? '',
        registry_case_id: docket!.registry_case_id,
      },
    ])
    const pair = await PossibleDuplicate.locked(trx, id)
    if (!pair) return 'gone'
    const entries = await pairEntries(trx, tables, pair)
    const [kept, dropped] = entries.sort(byReliability)
    if (!kept || !dropped) return 'gone'
    if (kept.number !== null && dropped.number !== null) return 'conflict'
    const before = { entry: Number(kept.id), merged: factsOf(dropped) }
    const merged = await mergeDuplicates(tables, new Map([[kept, [dropped]]]))
    if (!merged.entries.length) return 'conflict'
    await tables.write([
      { table: 'archive_documents', rows: [], gone: merged.documents },
      {
        table: 'docket_entries',
        rows: [{ ...completed(kept, dropped), docket_id: pair.docketId }],
      },
      ...(kept.isAnnounced || kept.announced
        ? [{ table: 'entry_sources', rows: [sourceRow(kept.id!, kept)] }]
        : []),
      { table: 'archive_documents', rows: [...merged.moved, ...numberedRows([kept])] },
      { table: 'docket_entries', rows: [], gone: merged.entries },
    ])
    await audit(trx, actor, 'entry.merge', Number(kept.id), before)
    return 'merged'
  }
}

/** Dismisses a pair of different entries, which isn't listed again. */
export class DismissDuplicate {
  /** @returns whether the pair was open */
  async handle(trx: TransactionClientContract, actor: Actor, id: number): Promise<boolean> {
    const pair = await PossibleDuplicate.locked(trx, id)
    if (!pair) return false
    await pair.merge({ dateDismissed: new Date() }).save()
    const { entryId, otherId, reason } = pair
    await audit(trx, actor, 'entry.dismiss_duplicate', entryId, {
      entry: entryId,
      other: otherId,
      reason,
    })
    return true
  }
}

async function pairEntries(
  trx: TransactionClientContract,
  tables: SheetTables,
  { docketId, entryId, otherId }: PossibleDuplicate
): Promise<KnownEntry[]> {
  const ids = [String(entryId), String(otherId)]
  const { rows } = await trx.rawQuery<{ rows: { day: string }[] }>(
    `SELECT DISTINCT date_filed::text AS day FROM docket_entries
     WHERE id IN (?, ?) AND docket_id = ? AND date_filed IS NOT NULL`,
    [entryId, otherId, docketId]
  )
  const { records } = await readKnown(tables, String(docketId), {
    attorneys: [],
    organizations: [],
    days: rows.map(({ day }) => day),
  })
  return records.entries.filter((entry) => ids.includes(entry.id!))
}

function byReliability(one: KnownEntry, other: KnownEntry): number {
  return (
    other.ranks.place - one.ranks.place ||
    Number(one.number === null) - Number(other.number === null) ||
    Number(one.id) - Number(other.id)
  )
}

/** The values that only the other entry has. */
function completed(kept: KnownEntry, dropped: KnownEntry) {
  kept.number ??= dropped.number
  return {
    id: kept.id!,
    entry_number: kept.number,
    registry_sequence_number: kept.sequence ?? dropped.sequence,
    date_filed: kept.day ?? dropped.day,
    time_filed: kept.time ?? dropped.time,
    ...(!kept.hasText && dropped.hasText && { description: dropped.text }),
  }
}

function factsOf({ id, number, day, text, documents }: KnownEntry): object {
  return {
    id: Number(id),
    number,
    day,
    text,
    documents: documents.map((document) => Number(document.id)),
  }
}

async function audit(
  trx: TransactionClientContract,
  actor: Actor,
  action: 'entry.merge' | 'entry.dismiss_duplicate',
  entry: number,
  before: object
): Promise<void> {
  await AuditEntry.record(trx, actor, { action, subject: `entry ${entry}`, before })
}
