import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Starts the keys of local rows above those of the bulk-data files. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, ['audio', 'audio_panel'])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
