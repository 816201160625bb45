import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Tags of the archive come from files, too. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, ['site_tags', 'docket_tags'])
  }

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
