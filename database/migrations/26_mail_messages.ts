import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The outbox stores messages and views instead of bodies, and uses claims so that
 * no row is locked while an email is sent.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of UP) this.schema.raw(statement)
  }

  async down() {
    for (const statement of DOWN) this.schema.raw(statement)
  }
}

const OPEN = 'sent_at IS NULL AND failed_at IS NULL'

const UP = [
  `ALTER TABLE mails
     ADD COLUMN message jsonb NOT NULL DEFAULT '{}',
     ADD COLUMN views jsonb NOT NULL DEFAULT '{}',
     ADD COLUMN claimed_until timestamptz,
     ADD COLUMN claimed_by text COLLATE "C"`,
  `UPDATE mails SET message = jsonb_strip_nulls(jsonb_build_object(
     'text', body, 'html', nullif(html, ''), 'headers', headers)) WHERE ${OPEN}`,
  'ALTER TABLE mails DROP COLUMN body, DROP COLUMN html, DROP COLUMN headers',
]

const DOWN = [
  `ALTER TABLE mails
     ADD COLUMN body text NOT NULL DEFAULT '',
     ADD COLUMN html text NOT NULL DEFAULT '',
     ADD COLUMN headers jsonb NOT NULL DEFAULT '{}'`,
  `UPDATE mails SET body = coalesce(message->>'text', ''), html = coalesce(message->>'html', ''),
     headers = coalesce(message->'headers', '{}') WHERE ${OPEN}`,
  'ALTER TABLE mails DROP COLUMN message, DROP COLUMN views, DROP COLUMN claimed_until, DROP COLUMN claimed_by',
]
