import { definePublicNames } from '#app/names/define_public_names'

const DOCUMENT_ID = { registry_doc_id: 'pacer_doc_id' }

export default definePublicNames({
  resources: {
    'docket-entries': { names: { registry_sequence_number: 'pacer_sequence_number' } },
    'archive-documents': {
      path: 'recap-documents',
      label: 'RECAPDocument',
      names: { ...DOCUMENT_ID, is_free_on_registry: 'is_free_on_pacer' },
    },
    'archive-query': { path: 'recap-query', label: 'RECAPDocument', names: DOCUMENT_ID },
    'federal-integrated-database': {
      path: 'fjc-integrated-database',
      label: 'FjcIntegratedDatabase',
    },
  },
  search: { dockets: { ...DOCUMENT_ID, registry_case_id: 'pacer_case_id' } },
})
