import { definePublicNames } from '#app/names/define_public_names'

export default definePublicNames({
  search: { oral_arguments: { registry_case_id: 'pacer_case_id' } },
})
