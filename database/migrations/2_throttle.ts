import { BaseSchema } from '@adonisjs/lucid/schema'

/** Rate-limit ledgers: usage per caller, in a binary format that only `app/throttle` reads. */
export default class extends BaseSchema {
  async up() {
    // Rows change constantly and stay small, so pages keep room for new row versions.
    this.schema.raw(`
      CREATE TABLE throttle_ledgers (
        caller text COLLATE "C" PRIMARY KEY,
        version bigint NOT NULL,
        state bytea NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 50)
    `)
    // Packed numbers don't compress.
    this.schema.raw('ALTER TABLE throttle_ledgers ALTER state SET STORAGE EXTERNAL')
    this.schema.raw(`
      CREATE FUNCTION save_throttle_ledgers(callers text[], versions bigint[], states bytea[]) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        saved bigint;
      BEGIN
        PERFORM FROM throttle_ledgers WHERE caller = ANY (callers) ORDER BY caller FOR UPDATE;
        INSERT INTO throttle_ledgers AS kept (caller, version, state)
        SELECT given.caller, given.version + 1, given.state
        FROM unnest(callers, versions, states) AS given (caller, version, state)
        ORDER BY given.caller
        ON CONFLICT (caller) DO UPDATE
          SET version = excluded.version, state = excluded.state, saved_at = now()
          WHERE kept.version = excluded.version - 1;
        GET DIAGNOSTICS saved = ROW_COUNT;
        IF saved <> cardinality(callers) THEN
          RAISE EXCEPTION 'a ledger was changed meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
      END $$
    `)
  }

  async down() {
    this.schema.raw('DROP FUNCTION save_throttle_ledgers')
    this.schema.raw('DROP TABLE throttle_ledgers')
  }
}
