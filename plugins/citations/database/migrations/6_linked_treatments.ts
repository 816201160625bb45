import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** Statements of opinions about cited cases (overruled, distinguished …), with their sentences. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE linked_treatments (
        citing_opinion_id bigint NOT NULL REFERENCES opinions ON DELETE CASCADE,
        described_opinion_id bigint NOT NULL REFERENCES opinions ON DELETE CASCADE,
        -- A kind in app/citations/treatment_phrases.ts.
        kind text COLLATE "C" NOT NULL,
        sentence text NOT NULL,
        PRIMARY KEY (citing_opinion_id, described_opinion_id, kind)
      )
    `)
    createIndexes(this.schema, [['linked_treatments', 'described_opinion_id']])
  }

  async down() {
    this.schema.raw('DROP TABLE linked_treatments')
  }
}
