import { definePublicNames } from '#app/names/define_public_names'

export default definePublicNames({
  resources: {
    courts: {
      names: {
        registry_court_id: 'pacer_court_id',
        registry_has_rss_feed: 'pacer_has_rss_feed',
        registry_rss_entry_types: 'pacer_rss_entry_types',
        date_last_registry_contact: 'date_last_pacer_contact',
      },
    },
    dockets: { names: { registry_case_id: 'pacer_case_id' } },
  },
})
