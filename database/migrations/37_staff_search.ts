import { BaseSchema } from '@adonisjs/lucid/schema'

/** An index for the staff search over the audit log. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX audit_entries_subject ON audit_entries (lower(subject), id)')
  }

  async down() {
    this.schema.raw('DROP INDEX audit_entries_subject')
  }
}
