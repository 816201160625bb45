/**
 * Helpers for console controllers.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import type { Gate } from '#api/gate'
import { requireAccount } from '#api/rights'
import type { AccountRecord } from '#app/accounts/account_cache'
import type { Actor } from '#app/accounts/authority'
import { StaffActions } from '#app/accounts/staff_actions'

/**
 * Whether a password is that of the signed-in account.
 *
 * @throws ApiError 429 after too many wrong passwords
 */
export async function verifyAccountPassword(
  gate: Gate,
  { username, password: stored }: AccountRecord,
  password: string
): Promise<boolean> {
  return gate.checkPassword(username, stored, password)
}

/** The signed-in staff member as the actor in the audit log. */
export function currentActor(ctx: HttpContext): { id: number; name: string } {
  const { id, username: name } = requireAccount(ctx).account
  return { id, name }
}

/** A member of the staff. */
export interface Staff {
  actor: Actor
  rights: ReadonlySet<string>
}

/** The signed-in staff member with their permissions. */
export function currentStaff(ctx: HttpContext): Staff {
  return { actor: currentActor(ctx), rights: requireAccount(ctx).account.rights }
}

/** Actions of the signed-in staff member, who is the actor in the audit log. */
export function staffActions(database: Database, ctx: HttpContext): StaffActions {
  return new StaffActions(database, currentActor(ctx))
}
