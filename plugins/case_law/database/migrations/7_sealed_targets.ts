import { BaseSchema } from '@adonisjs/lucid/schema'
import { CARRIED } from '#app/database/table_rules'

/**
 * A cluster that was merged into a sealed one is sealed, too. Otherwise its redirection would be
 * deleted with the sealed cluster.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE FUNCTION seal_merged_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM changed s JOIN cluster_redirections r ON r.cluster_id = s.deleted_cluster_id
                   WHERE s.cluster_id IS NULL) THEN
          -- Runs this trigger again, for clusters that were merged into these.
          UPDATE cluster_redirections r SET cluster_id = NULL, reason = s.reason
          FROM changed s WHERE s.cluster_id IS NULL AND r.cluster_id = s.deleted_cluster_id;
        END IF;
        RETURN NULL;
      END $$
    `)
    for (const event of ['insert', 'update'])
      this.schema.raw(`
        CREATE TRIGGER ${CARRIED}seal_merged_on_${event} AFTER ${event} ON cluster_redirections
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION seal_merged_clusters()
      `)
  }

  async down() {
    this.schema.raw('DROP FUNCTION seal_merged_clusters() CASCADE')
  }
}
