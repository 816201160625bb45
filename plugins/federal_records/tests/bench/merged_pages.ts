/**
 * Parsed docket reports for the benchmark, generated from sheets.
 */
import { type SheetsSize, docketSheets } from '#plugins/federal_records/tests/docket_sheets'
import { mergePage, type PageToMerge } from '../../public/merging.js'
import type { ScratchDatabase } from '#tests/helpers/scratch_database'

type Sheet = ReturnType<typeof docketSheets> extends Generator<infer One> ? One : never

/** @returns one page per docket */
export function docketPages(size: SheetsSize): PageToMerge[] {
  return [...docketSheets(size)].map((sheet) => ({
    court: sheet.docket.court_id!,
    registryCaseId: sheet.docket.registry_case_id!,
    page: { kind: 'district_docket', result: reportOf(sheet) },
  }))
}

/** Merges pages one by one, each in a transaction. */
export async function mergePages({ lucid }: ScratchDatabase, pages: PageToMerge[]) {
  const counts = { entries: 0, documents: 0, writes: 0 }
  for (const page of pages) {
    const { changes } = await lucid.transaction((trx) => mergePage(trx, page))
    counts.entries += changes.entries.added
    counts.documents += changes.documents.added
    for (const { added, changed } of Object.values(changes)) counts.writes += added + changed
  }
  return counts
}

function reportOf({ docket, docket_entries: entries = [], parties = [] }: Sheet) {
  return {
    docket_number: docket.docket_number!,
    case_name: docket.case_name ?? '',
    date_filed: docket.date_filed ?? null,
    assigned_to_str: docket.assigned_to_str ?? '',
    cause: docket.cause ?? '',
    nature_of_suit: docket.nature_of_suit ?? '',
    jury_demand: docket.jury_demand ?? '',
    docket_entries: entries.map(({ documents = [], ...entry }) => ({
      date_filed: entry.date_filed!,
      document_number: entry.entry_number ?? null,
      pacer_doc_id: documents[0]?.registry_doc_id ?? null,
      pacer_seq_no: String(entry.registry_sequence_number),
      description: entry.description ?? '',
      attachments: documents.slice(1).map((document) => ({
        attachment_number: document.attachment_number!,
        description: document.description ?? '',
        pacer_doc_id: document.registry_doc_id ?? null,
      })),
    })),
    parties: parties.map(({ name, type, attorneys = [] }) => ({
      name,
      type,
      date_terminated: null,
      attorneys: attorneys.map((attorney) => ({
        name: attorney.name,
        contact: attorney.contact_raw ?? '',
        roles: (attorney.roles ?? []).map(({ role_raw: role }) => role ?? ''),
      })),
    })),
  }
}
