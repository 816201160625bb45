import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** Sections of codes, rules, regulations, and constitutions that opinions cite. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE linked_statutes (
        citing_opinion_id bigint NOT NULL REFERENCES opinions ON DELETE CASCADE,
        -- The standard form of plugins/citations/statutes: 42 U.S.C. § 1983.
        section text COLLATE "C" NOT NULL,
        -- (c), (c)(1)
        subsections text[] NOT NULL,
        depth int NOT NULL,
        PRIMARY KEY (citing_opinion_id, section)
      )
    `)
    createIndexes(this.schema, [['linked_statutes', 'section']])
  }

  async down() {
    this.schema.raw('DROP TABLE linked_statutes')
  }
}
