import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The transaction of the last seal of each table: the snapshot of an export shows whether the
 * export has it. By its time, a seal that was committed during an export would precede the export.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE change_seals ADD xid xid8')
    this.schema.raw(`
      CREATE FUNCTION set_seal_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.xid := pg_current_xact_id();
        RETURN NEW;
      END $$
    `)
    this.schema.raw(`
      CREATE TRIGGER set_transaction BEFORE INSERT OR UPDATE ON change_seals
      FOR EACH ROW EXECUTE FUNCTION set_seal_transaction()
    `)
  }

  async down() {
    this.schema.raw('DROP FUNCTION set_seal_transaction() CASCADE')
    this.schema.raw('ALTER TABLE change_seals DROP xid')
  }
}
