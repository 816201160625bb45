import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { StoredRow } from '#api/writes/hooks'

/** An alert that begins, or begins again, reports what comes from now on. */
export async function startFromHere(
  trx: TransactionClientContract,
  { id, docket_id: docket }: StoredRow
): Promise<void> {
  await trx.rawQuery(
    `UPDATE docket_alerts SET last_news_id = (SELECT coalesce(max(id), 0) FROM docket_news) WHERE id = ?`,
    [id as string]
  )
  await trx.rawQuery(
    `WITH documents AS (
       SELECT d.id, d.is_available FROM docket_entries e JOIN archive_documents d ON d.docket_entry_id = e.id
       WHERE e.docket_id = ?
     ), here AS (
       DELETE FROM awaited_documents USING documents WHERE id = document_id AND is_available
     )
     INSERT INTO awaited_documents SELECT id FROM documents WHERE is_available IS NOT TRUE
     ON CONFLICT DO NOTHING`,
    [docket as string]
  )
}
