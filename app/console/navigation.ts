/**
 * The pages of the console that menus lead to.
 */
import { holds } from '#app/accounts/rights'

export interface MenuItem {
  label: string
  path: string
  /** Right of the staff who see it. */
  right?: string
}

const PROFILE: MenuItem[] = [
  { label: 'Overview', path: '/profile/' },
  { label: 'API', path: '/profile/api/' },
  { label: 'API token', path: '/profile/api-token/' },
  { label: 'Usage', path: '/profile/api-usage/' },
  { label: 'Membership', path: '/profile/membership/' },
  { label: 'Webhooks', path: '/profile/webhooks/' },
  { label: 'Settings', path: '/profile/settings/' },
]

const staff: MenuItem[] = []

/** Adds a page to the menu of every account, before its settings. */
export function addToProfileMenu(item: MenuItem): void {
  PROFILE.splice(-1, 0, item)
}

/** Adds a page to the menu of the staff. */
export function addToStaffMenu(item: MenuItem): void {
  staff.push(item)
}

export interface Navigation {
  profile: MenuItem[]
  staff: MenuItem[]
}

/** The menus of an account with these rights; none for nobody. */
export function navigationOf(rights: ReadonlySet<string> | undefined): Navigation | null {
  if (!rights) return null
  return { profile: PROFILE, staff: staff.filter(({ right }) => !right || holds(rights, right)) }
}
