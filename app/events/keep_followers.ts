/**
 * The followers plugins declare: their names, where they begin, and the
 * processes that run them.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Declared } from '#app/support/declared'
import { PluginError } from '#app/support/plugin_error'
import type { ChangeLog } from './change_log.js'
import type { FollowerDefinition } from './follower.js'

/** @throws PluginError for a name that is taken, or of another plugin */
export function followersOf(declared: Declared<FollowerDefinition>[]): FollowerDefinition[] {
  const taken = new Set<string>()
  return declared.map(({ plugin, declaration }) => {
    const { name } = declaration
    if (!name.startsWith(`${plugin}.`)) {
      throw new PluginError(
        'E_FOREIGN_FOLLOWER',
        `plugin "${plugin}" declares the follower "${name}"; its followers begin with "${plugin}."`
      )
    }
    if (taken.has(name))
      throw new PluginError('E_DUPLICATE_FOLLOWER', `the follower "${name}" is declared twice`)
    taken.add(name)
    return declaration
  })
}

/**
 * Has followers that build nothing begin here: what changes from now on is
 * theirs, also when nothing runs them for some days.
 */
export async function placeFollowers(
  log: ChangeLog,
  followers: FollowerDefinition[]
): Promise<void> {
  for (const { name, position, rebuild } of followers) {
    if (position || rebuild || (await log.positionOf(name)) !== null) continue
    await log.savePosition(name, await log.now())
  }
}

/** Has this process run the followers of the plugins, or stand by; until the application ends. */
export async function keepFollowers({ container }: ApplicationService): Promise<void> {
  const { followers: definitions } = await container.make('curia.plugins')
  const followers = await container.make('curia.followers')
  for (const definition of definitions) await followers.follow(definition)
}
