import { BaseSchema } from '@adonisjs/lucid/schema'

/** When a run over all opinions was last saved, to distinguish running and interrupted ones. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE linking_runs ADD COLUMN date_saved timestamptz NOT NULL DEFAULT now()'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE linking_runs DROP COLUMN date_saved')
  }
}
