import { BaseSchema } from '@adonisjs/lucid/schema'

/** Data that tools store between calls. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE tool_texts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text COLLATE "C" NOT NULL UNIQUE,
        text text NOT NULL,
        expires_at timestamptz NOT NULL
      )
    `)
    this.schema.raw('CREATE INDEX tool_texts_expires_at ON tool_texts (expires_at)')
  }

  async down() {
    this.schema.raw('DROP TABLE tool_texts')
  }
}
