/**
 * The followers plugins declare: where they begin, and the processes that
 * run them.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { ChangeLog } from './change_log.js'
import type { FollowerDefinition } from './follower.js'
import { FollowerRegistry } from './follower_registry.js'
import { Followers } from './followers.js'

/**
 * Has followers that build nothing begin here: what changes from now on is
 * theirs, also when nothing runs them for some days.
 */
export async function placeFollowers(
  log: ChangeLog,
  followers: readonly FollowerDefinition[]
): Promise<void> {
  for (const { name, position, rebuild } of followers) {
    if (position || rebuild || (await log.positionOf(name)) !== null) continue
    await log.savePosition(name, await log.now())
  }
}

/** Has this process run the followers of the plugins, or stand by; until the application ends. */
export async function keepFollowers({ container }: ApplicationService): Promise<void> {
  const registry = await container.make(FollowerRegistry)
  const followers = await container.make(Followers)
  for (const definition of registry.all()) await followers.follow(definition)
}
