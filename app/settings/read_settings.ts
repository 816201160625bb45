import { Env } from '@adonisjs/core/env'

/**
 * Reads settings from the environment and `.env`.
 *
 * @param rules by name of the setting
 * @throws E_INVALID_ENV_VARIABLES with the names of invalid settings
 */
export function readSettings<Rules extends Parameters<typeof Env.create>[1]>(rules: Rules) {
  return Env.create(new URL('../../', import.meta.url), rules)
}
