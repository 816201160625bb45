import { definePublicNames } from '#app/names/define_public_names'

export default definePublicNames({
  resources: {
    archive: {
      path: 'recap',
      names: { registry_case_id: 'pacer_case_id', registry_doc_id: 'pacer_doc_id' },
    },
  },
})
