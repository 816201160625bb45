import { BaseSchema } from '@adonisjs/lucid/schema'

/** A sealed cluster is recorded as a seal, so that earlier exports with its rows are withdrawn. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(functionWith(SAVE))
  }

  async down() {
    this.schema.raw(functionWith(''))
  }
}

const SAVE = `
  IF EXISTS (SELECT FROM changed WHERE cluster_id IS NULL) THEN
    INSERT INTO change_seals (table_name, last_sealed_at) VALUES ('opinion_clusters', clock_timestamp())
    ON CONFLICT (table_name) DO UPDATE SET last_sealed_at = excluded.last_sealed_at;
  END IF;`

/** @param more SQL for statements that change redirections */
function functionWith(more: string): string {
  return `
    CREATE OR REPLACE FUNCTION seal_merged_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM changed s JOIN cluster_redirections r ON r.cluster_id = s.deleted_cluster_id
                 WHERE s.cluster_id IS NULL) THEN
        -- Runs this trigger again, for clusters that were merged into these.
        UPDATE cluster_redirections r SET cluster_id = NULL, reason = s.reason
        FROM changed s WHERE s.cluster_id IS NULL AND r.cluster_id = s.deleted_cluster_id;
      END IF;${more}
      RETURN NULL;
    END $$
  `
}
