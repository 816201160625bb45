import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Starts the keys of local rows above those of the bulk data files. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, [
      'courthouses',
      'court_appeals_to',
      'dockets',
      'opinion_clusters',
      'citations',
      'opinions',
      'opinions_cited',
      'parentheticals',
      'unmatched_citations',
    ])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
