import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether an account automatically follows the dockets of the emails it forwards. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE accounts ADD auto_subscribe boolean NOT NULL DEFAULT false')
  }

  async down() {
    this.schema.raw('ALTER TABLE accounts DROP auto_subscribe')
  }
}
