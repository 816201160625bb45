/**
 * Pages of documents, and the docket sheet on the pages of dockets.
 */
import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { storageAddress } from '#app/storage/stored_files'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { holds } from '#app/accounts/rights'
import type { PluginRouteContext } from '#core/define_plugin'
import { sealPath } from '../pdf/paths.js'
import { SEAL_RIGHT } from '../rights.js'
import { loadParties } from './docket/load_parties.js'
import { loadSheet } from './docket/load_sheet.js'
import statistics from './docket/statistics.js'
import { addDocketFeed } from './docket_feed.js'
import { addPublicAddresses } from './public_addresses.js'
import { badRedactionPages, textNote } from './staff_documents.js'
import * as staff from './staff_documents.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/admin/documents/:document/seal', staff.askToSeal).as('documents.ask_to_seal')
      router.post('/admin/documents/:document/seal', staff.seal).as('documents.seal')
      router.post('/admin/documents/:document/unseal', staff.unseal).as('documents.unseal')
      router.post('/admin/bad-redactions/:document/dismiss', staff.dismiss).as('documents.dismiss')
    })
    .use(sessions.signedIn)

  addDocketFeed({ router, pages })
  addPublicAddresses({ router, pages })
  // Before documents, whose numbers are no words.
  pages.add(['/docket/:id/parties/:slug?'], {
    resource: 'dockets',
    view: 'federal_records::docket_parties',
    title: ({ case_name: name, docket_number: number }) => `Parties of ${String(name || number)}`,
    path: ({ id, slug }) => `/docket/${id}/parties/${encodeURIComponent(String(slug || '-'))}/`,
    load: loadParties,
    hasSections: false,
  })
  pages.add(['/docket/:docket/:document/:slug', '/docket/:docket/:document/:attachment/:slug'], {
    resource: 'archive-documents',
    find: findDocument,
    view: 'federal_records::document',
    title: ({ description, document_number: number }) =>
      String(description || `Document ${number}`),
    path: ({ absolute_url: path }) => String(path),
    load: async (records, document) => {
      const [entry] = await records.list(
        'docket-entries',
        { recap_documents: String(document.id) },
        { omit: 'recap_documents' }
      )
      const docket = String(entry?.docket).match(/(\d+)\/$/)?.[1]
      return {
        file: document.is_sealed ? undefined : storageAddress(document.filepath_local),
        thumbnail: document.is_sealed ? undefined : storageAddress(document.thumbnail),
        entry,
        docket: docket && (await records.find('dockets', docket)),
        note: await textNote(records.reader, document),
      }
    },
  })
  pages.addSection('archive-documents', {
    view: 'federal_records::staff_section',
    load: loadStaffSection,
  })
  pages.addSection('dockets', statistics)
  pages.addSection('dockets', {
    view: 'federal_records::docket_sheet',
    load: loadSheet,
    isLong: true,
  })
}

const DOCUMENT = new NamedStatement(
  `SELECT d.id FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id
   WHERE e.docket_id = $1 AND d.document_number = $2 AND coalesce(d.attachment_number::text, '') = $3
   ORDER BY d.id LIMIT 1`
)

async function findDocument(
  records: Records,
  { docket, document, attachment = '' }: Record<string, string>
): Promise<ShownRecord | undefined> {
  // No text of a database holds a null character.
  if (!/^\d{1,18}$/.test(docket!) || `${document}${attachment}`.includes('\0')) return undefined
  const [found] = await records.reader.rows(DOCUMENT, [docket, document, attachment])
  return found && records.find('archive-documents', found[0]!)
}

/** The way to seal a document, for staff who may. */
async function loadStaffSection(
  { reader }: Records,
  { id, is_sealed: isSealed }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor || isSealed || !holds(visitor.account.rights, SEAL_RIGHT)) return undefined
  return { seal: sealPath(id), pages: await badRedactionPages(reader, id) }
}
