/** Pages of documents, the docket sheet on pages of dockets, and staff pages. */
import { addRecordAddresses } from '#app/web/public_addresses'
import type { PluginRouteContext } from '#core/define_plugin'
import { loadParties } from './docket/load_parties.js'
import statistics from './docket/statistics.js'
import { docketTitle } from './docket/sheet_rows.js'
import { findDocument, loadDocument, loadStaffSection } from './load_document.js'

const StaffDocuments = () => import('./staff_documents_controller.js')
const UnreadText = () => import('./unread_text_controller.js')
const StaffDuplicates = () => import('./staff_duplicates_controller.js')
const Dockets = () => import('./dockets_controller.js')
const DocketFiles = () => import('./docket/docket_files.js')
const DocketSheet = () => import('./docket/docket_sheet.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router
        .get('/admin/documents/:document/seal', [StaffDocuments, 'confirmSeal'])
        .as('documents.ask_to_seal')
      router.post('/admin/documents/:document/seal', [StaffDocuments, 'seal']).as('documents.seal')
      router
        .post('/admin/documents/:document/unseal', [StaffDocuments, 'unseal'])
        .as('documents.unseal')
      router
        .post('/admin/bad-redactions/:document/dismiss', [StaffDocuments, 'dismiss'])
        .as('documents.dismiss')
      router.get('/admin/unread-text/:court/:kind', [UnreadText, 'show']).as('unread_text.group')
      router
        .get('/admin/unread-text/:court/:kind/:page/original', [UnreadText, 'original'])
        .as('unread_text.original')
      router
        .post('/admin/unread-text/:court/:kind/:passage/dismiss', [UnreadText, 'dismiss'])
        .as('unread_text.dismiss')
      router
        .post('/admin/possible-duplicates/:pair/merge', [StaffDuplicates, 'merge'])
        .as('possible_duplicates.merge')
      router
        .post('/admin/possible-duplicates/:pair/dismiss', [StaffDuplicates, 'dismiss'])
        .as('possible_duplicates.dismiss')
    })
    .use(sessions.signedIn)

  router.get('/docket/:id/files.zip', [DocketFiles, 'show']).as('docket.files')
  router.get('/feed/docket/:id', [Dockets, 'feed']).as('feed.docket')
  pages.addFeed('dockets', (docket) => ({
    path: `/feed/docket/${docket.id}/`,
    title: docketTitle(docket),
  }))
  addRecordAddresses({ router, pages }, 'dockets', {
    '/docket/:id/feed': (_, key) => `/feed/docket/${key}/`,
    '/docket/:id/download': (_, key) => `/api/rest/v4/docket-entries/?docket=${key}&format=csv`,
    '/docket/:id/idb/:slug?': (page) => `${page}#statistics`,
  })
  router.get('/recap/:name', [Dockets, 'redirect']).as('public.recap')
  // Registered before documents, whose path would also match.
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
    fields: 'id,absolute_url,description,document_number',
    load: loadDocument,
  })
  pages.addSection('archive-documents', {
    view: 'federal_records::staff_section',
    load: loadStaffSection,
  })
  pages.addSection('dockets', {
    view: 'federal_records::docket_sheet',
    load: [DocketSheet, 'load'],
    isLong: true,
  })
  pages.addSection('dockets', statistics)
}
