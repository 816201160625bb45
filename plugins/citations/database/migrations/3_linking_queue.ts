import { BaseSchema } from '@adonisjs/lucid/schema'

/** Indexes for the order of the linking queue and for duplicate entries. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('DROP INDEX linking_queue_order')
    this.schema.raw(`
      CREATE INDEX linking_queue_order ON linking_queue
        ((kind IN ('opinions', 'opinions again') AND last - first >= 100), (kind = 'opinions again'), (last - first), id)
    `)
    this.schema.raw('CREATE INDEX linking_queue_same ON linking_queue (kind, first, last)')
    this.schema.raw(`
      CREATE INDEX unmatched_citations_ambiguous ON unmatched_citations (citing_opinion_id) WHERE status = 4
    `)
  }

  async down() {
    for (const index of [
      'unmatched_citations_ambiguous',
      'linking_queue_same',
      'linking_queue_order',
    ])
      this.schema.raw(`DROP INDEX ${index}`)
    this.schema.raw('CREATE INDEX linking_queue_order ON linking_queue ((last - first), id)')
  }
}
