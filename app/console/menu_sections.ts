/**
 * Headings of the menus beside the pages of accounts and of the staff.
 */

/** Sections of the menu of an account, in its order. */
export const PROFILE_SECTIONS = ['Account', 'API', 'Research', 'Court records'] as const

/** Sections of the menu of the staff, in its order. */
export const STAFF_SECTIONS = ['Server', 'Accounts', 'Notifications', 'Archive'] as const

export type ProfileSection = (typeof PROFILE_SECTIONS)[number]
export type StaffSection = (typeof STAFF_SECTIONS)[number]
