import type { AccountRecord } from '#app/accounts/directory'
import { isActive } from '#app/accounts/policy'

/** Whether an account has a membership that counts today. */
export function isMember({ policy }: AccountRecord): boolean {
  const { membership } = policy.facts
  return membership !== null && isActive(membership, new Date().toISOString().slice(0, 10))
}
