import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { whole } from '#app/settings/rules'

const env = await readSettings({
  HISTORY_DAYS: whole(0, 3_650),
  HISTORY_PUBLIC: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Days for which versions are kept; 0: versions aren't stored. */
  days: env.get('HISTORY_DAYS') ?? 0,
  /** Whether everyone who can read a record of the archive can read its history. */
  isPublic: env.get('HISTORY_PUBLIC') === 'on',
}
