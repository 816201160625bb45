/**
 * Section headings of the account and staff menus.
 */

/** Sections of the account menu, in order. */
export const PROFILE_SECTIONS = ['Account', 'API', 'Research', 'Court records'] as const

/** Sections of the staff menu, in order. */
export const STAFF_SECTIONS = ['Server', 'Accounts', 'Notifications', 'Archive'] as const

export type ProfileSection = (typeof PROFILE_SECTIONS)[number]
export type StaffSection = (typeof STAFF_SECTIONS)[number]
