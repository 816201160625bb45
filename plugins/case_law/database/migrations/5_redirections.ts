import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Redirections can be imported, and are deleted with their target. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE cluster_redirections
        DROP CONSTRAINT cluster_redirections_cluster_id_fkey,
        ADD FOREIGN KEY (cluster_id) REFERENCES opinion_clusters ON DELETE CASCADE
    `)
    startLocalKeys(this.schema, ['cluster_redirections'])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
