import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Redirections come from files, too; without its target, a merged cluster leads nowhere. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE cluster_redirections
        DROP CONSTRAINT cluster_redirections_cluster_id_fkey,
        ADD FOREIGN KEY (cluster_id) REFERENCES opinion_clusters ON DELETE CASCADE
    `)
    startLocalKeys(this.schema, ['cluster_redirections'])
  }

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
