import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files that mirrors copy. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE mirrors
        -- URL of the upstream's files, before their paths; null if they aren't copied.
        ADD COLUMN files_url text,
        -- Whether the files of earlier records were added to mirror_files.
        ADD COLUMN are_files_listed boolean NOT NULL DEFAULT false
    `)
    this.schema.raw(`
      CREATE TABLE mirror_files (
        mirror_id bigint NOT NULL REFERENCES mirrors ON DELETE CASCADE,
        path text NOT NULL,
        -- When it is compared with the upstream's; null if it agrees.
        due timestamptz DEFAULT clock_timestamp(),
        -- Failed attempts since it last agreed, and the last failure.
        attempts integer NOT NULL DEFAULT 0,
        error text,
        -- SHA-1 of the downloaded file, and what the upstream sent to compare it by.
        sha1 text,
        etag text,
        last_modified text,
        PRIMARY KEY (mirror_id, path)
      )
    `)
    this.schema.raw(
      'CREATE INDEX mirror_files_due ON mirror_files (mirror_id, due) WHERE due IS NOT NULL'
    )
  }

  async down() {
    this.schema.raw('DROP TABLE mirror_files')
    this.schema.raw('ALTER TABLE mirrors DROP COLUMN files_url, DROP COLUMN are_files_listed')
  }
}
