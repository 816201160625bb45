import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether an account has the dockets of mails it forwards followed by themselves. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE accounts ADD auto_subscribe boolean NOT NULL DEFAULT false')
  }

  async down() {
    this.schema.raw('ALTER TABLE accounts DROP auto_subscribe')
  }
}
