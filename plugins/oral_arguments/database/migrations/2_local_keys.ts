import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Rows made here stay clear of the keys that bulk-data files bring. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, ['audio', 'audio_panel'])
  }

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
