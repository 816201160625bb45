import { definePublicNames } from '#app/names/define_public_names'

export default definePublicNames({
  resources: {
    'archive-fetch': {
      path: 'recap-fetch',
      label: 'PacerFetchRequest',
      names: {
        registry_username: 'pacer_username',
        registry_password: 'pacer_password',
        registry_otp: 'pacer_otp',
        registry_case_id: 'pacer_case_id',
      },
    },
  },
})
