/**
 * Lists, menus, and sections of the account and staff pages, from the server and its plugins.
 */
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import type { JobRegistry } from '#app/jobs/job_registry'
import type { ScopeRegistry } from '#app/throttle/scope_registry'
import type { MenuItem } from '#app/web/contributions'
import type { AdminList } from './admin/admin_list.js'
import type { HealthSection } from './admin/health/health_section.js'
import { adminLists } from './admin/lists/all.js'
import type { StaffSearchGroup } from './admin/search_groups.js'
import type { ProfileMenuItem } from './contributions.js'
import type { TakeOutPart } from './take_out_part.js'
import { PROFILE_SECTIONS, STAFF_SECTIONS, type StaffSection } from './menu_sections.js'

interface Declarations {
  adminLists: readonly AdminList[]
  healthSections: readonly HealthSection[]
  staffSearch: readonly StaffSearchGroup[]
  takeOut: readonly TakeOutPart[]
  profileMenu: readonly ProfileMenuItem[]
  jobs: JobRegistry
  scopes: ScopeRegistry
}

interface StaffMenuItem extends MenuItem {
  section: StaffSection
  /** Permission that the page requires. */
  right: string
}

/** The staff search. */
const SEARCH_PAGE = '/admin/search/'

export interface MenuSection {
  title: string
  items: readonly MenuItem[]
}

/** Menu sections with pages for an account. */
export interface Navigation {
  profile: readonly MenuSection[]
  staff: readonly MenuSection[]
  /** Path of the staff search, for accounts that can use it. */
  staffSearch?: string
}

export class ConsoleRegistry {
  /** Lists of the staff console, in menu order. */
  readonly lists: readonly AdminList[]
  /** Health sections of plugins. */
  readonly healthSections: readonly HealthSection[]
  /** Groups of the staff search in addition to the lists. */
  readonly searchGroups: readonly StaffSearchGroup[]
  /** Parts that plugins add to the data export of an account. */
  readonly parts: readonly TakeOutPart[]
  readonly #profileMenu: readonly ProfileMenuItem[]
  readonly #staffMenu: readonly StaffMenuItem[]

  constructor({
    adminLists: ofPlugins,
    healthSections,
    staffSearch,
    takeOut,
    profileMenu,
    jobs,
    scopes,
  }: Declarations) {
    this.lists = [
      ...adminLists(
        jobs.all().map(({ name }) => name),
        jobs.all().flatMap(({ name, cron }) => (cron ? name : [])),
        scopes.namesThat(({ overridable }) => overridable)
      ),
      ...ofPlugins,
    ]
    this.healthSections = healthSections
    this.searchGroups = staffSearch
    this.parts = takeOut
    this.#profileMenu = [
      { section: 'Account', label: 'Overview', path: '/profile/' },
      { section: 'Account', label: 'Membership', path: '/profile/membership/' },
      { section: 'Account', label: 'Settings', path: '/profile/settings/' },
      { section: 'API', label: 'API', path: '/profile/api/' },
      { section: 'API', label: 'API token', path: '/profile/api-token/' },
      { section: 'API', label: 'Usage', path: '/profile/api-usage/' },
      ...profileMenu,
    ]
    this.#staffMenu = [
      { section: 'Server', label: 'Dashboard', path: '/admin/', right: 'dashboard.view' },
      { section: 'Server', label: 'Search', path: SEARCH_PAGE, right: 'dashboard.view' },
      { section: 'Server', label: 'Health', path: '/admin/health/', right: 'dashboard.view' },
      {
        section: 'Server',
        label: 'Maintenance',
        path: '/admin/maintenance/',
        right: ACTION_RIGHTS['maintenance.set'],
      },
      ...this.lists.map(({ section, title, path, right }) => ({
        section,
        label: title,
        path,
        right,
      })),
      {
        section: 'Accounts',
        label: 'Promotion',
        path: '/admin/promotion/',
        right: ACTION_RIGHTS['promotion.set'],
      },
      {
        section: 'Archive',
        label: 'Edit records',
        path: '/admin/records/',
        right: ACTION_RIGHTS['record.edit'],
      },
    ]
  }

  /** The menus for an account with these permissions; null without an account. */
  buildNavigation(rights: ReadonlySet<string> | undefined): Navigation | null {
    if (!rights) return null
    return {
      profile: inSections(
        PROFILE_SECTIONS,
        this.#profileMenu.filter(({ right }) => !right || hasRight(rights, right))
      ),
      staff: inSections(
        STAFF_SECTIONS,
        this.#staffMenu.filter(({ right }) => hasRight(rights, right))
      ),
      ...(hasRight(rights, 'dashboard.view') && { staffSearch: SEARCH_PAGE }),
    }
  }
}

function inSections<Item extends MenuItem & { section: string }>(
  titles: readonly string[],
  items: readonly Item[]
): MenuSection[] {
  return titles
    .map((title) => ({ title, items: items.filter(({ section }) => section === title) }))
    .filter(({ items: some }) => some.length)
}
