import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Starts the keys of local rows above those of the bulk-data files. */
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

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
