import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Site tags can be imported, too. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, ['site_tags', 'docket_tags'])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
