import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { whole } from '#app/settings/rules'

const env = await readSettings({
  BRIEF_CHECK_MAX_MB: whole(1, 200),
  CITATIONS_OFFICIAL_LINKS: Env.schema.enum.optional(['on', 'off'] as const),
  SEARCH_PARENTHETICALS: Env.schema.enum.optional(['on', 'off'] as const),
  CITATIONS_LINKING: Env.schema.enum.optional(['on', 'off'] as const),
})

export default {
  /** Maximum bytes of a file in the brief check. */
  maxBriefBytes: (env.get('BRIEF_CHECK_MAX_MB') ?? 25) * 1_000_000,
  /** Whether new and changed opinions are linked in the background. */
  linking: env.get('CITATIONS_LINKING') !== 'off',
  /** Whether parentheticals can be searched (`type=pa`), which the public service's API doesn't have. */
  searchesParentheticals: env.get('SEARCH_PARENTHETICALS') === 'on',
  /** Whether pages link to official texts on other websites. */
  officialLinks: env.get('CITATIONS_OFFICIAL_LINKS') !== 'off',
}
