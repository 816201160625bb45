import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'

const env = await readSettings({
  CITATIONS_LINKING: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Whether new and changed opinions are linked in the background. */
  linking: env.get('CITATIONS_LINKING') !== 'off',
}
