import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Rows made here stay clear of the keys that bulk-data files bring. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, [
      'people',
      'races',
      'person_races',
      'schools',
      'educations',
      'positions',
      'retention_events',
      'political_affiliations',
      'person_sources',
      'aba_ratings',
      'opinion_cluster_panel',
      'opinion_cluster_non_participating_judges',
      'opinion_joined_by',
      'docket_panel',
    ])
  }

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
