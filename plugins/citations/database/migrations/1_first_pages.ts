import { BaseSchema } from '@adonisjs/lucid/schema'

/** Index for finding the decision that starts before a page of a volume. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE INDEX citations_first_pages ON citations
        (volume, reporter, (substring(page FROM '^[0-9]{1,9}')::integer))
    `)
  }

  async down() {
    this.schema.raw('DROP INDEX citations_first_pages')
  }
}
