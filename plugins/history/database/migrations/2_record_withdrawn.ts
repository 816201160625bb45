import { BaseSchema } from '@adonisjs/lucid/schema'

/** Empties stored values when the keys of sealed records are stored. */
export default class extends BaseSchema {
  async up() {
    // The first argument is a query for whether there are such keys; the others are statements that empty versions, which run even in a transaction without history.
    this.schema.raw(`
      CREATE FUNCTION record_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        is_sealed boolean;
      BEGIN
        EXECUTE TG_ARGV[0] INTO is_sealed;
        IF is_sealed THEN
          FOR place IN 1 .. TG_NARGS - 1 LOOP
            EXECUTE TG_ARGV[place];
          END LOOP;
        END IF;
        RETURN NULL;
      END $$
    `)
  }

  async down() {
    this.schema.raw('DROP FUNCTION record_withdrawn() CASCADE')
  }
}
