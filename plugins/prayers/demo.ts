import type { DemoRecords } from '#core/define_plugin'
import { sampleDocket } from '#plugins/case_law/public'

/** Documents requested by the demo account. */
const ASKED = 2

export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  const docket = await sampleDocket(trx, 'nysd', '1:24-cv-01187')
  if (!docket) return
  const missing = await trx
    .from('archive_documents')
    .join('docket_entries', 'docket_entries.id', 'archive_documents.docket_entry_id')
    .where('docket_entries.docket_id', docket)
    .where('is_available', false)
    .whereNotNull('registry_doc_id')
    .orderBy('archive_documents.id')
    .limit(ASKED)
    .select('archive_documents.id')
  for (const { id } of missing) await create('prayers', { recap_document: id })
}
