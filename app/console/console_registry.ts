/**
 * The lists, menus and sections of the pages of accounts and staff: those of
 * the server, and those of plugins.
 */
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { holds } from '#app/accounts/rights'
import type { JobRegistry } from '#app/jobs/job_registry'
import type { ScopeRegistry } from '#app/throttle/scope_registry'
import type { MenuItem } from '#app/web/contributions'
import type { AdminList } from './admin/admin_list.js'
import type { HealthSection } from './admin/health/health_section.js'
import { adminLists } from './admin/lists/all.js'
import type { ProfileMenuItem } from './contributions.js'

interface Declarations {
  adminLists: readonly AdminList[]
  healthSections: readonly HealthSection[]
  profileMenu: readonly ProfileMenuItem[]
  jobs: JobRegistry
  scopes: ScopeRegistry
}

interface StaffMenuItem extends MenuItem {
  /** Right of the staff who see it. */
  right: string
}

export interface Navigation {
  profile: readonly MenuItem[]
  staff: readonly MenuItem[]
}

export class ConsoleRegistry {
  /** Lists of the staff console, in the order of its menu. */
  readonly lists: readonly AdminList[]
  /** Sections of plugins on the health page. */
  readonly healthSections: readonly HealthSection[]
  readonly #profileMenu: readonly ProfileMenuItem[]
  readonly #staffMenu: readonly StaffMenuItem[]

  constructor({ adminLists: ofPlugins, healthSections, profileMenu, jobs, scopes }: Declarations) {
    this.lists = [
      ...adminLists(
        jobs.all().map(({ name }) => name),
        scopes.namesThat(({ overridable }) => overridable)
      ),
      ...ofPlugins,
    ]
    this.healthSections = healthSections
    this.#profileMenu = [
      { label: 'Overview', path: '/profile/' },
      { label: 'API', path: '/profile/api/' },
      { label: 'API token', path: '/profile/api-token/' },
      { label: 'Usage', path: '/profile/api-usage/' },
      { label: 'Membership', path: '/profile/membership/' },
      ...profileMenu,
      { label: 'Settings', path: '/profile/settings/' },
    ]
    this.#staffMenu = [
      { label: 'Dashboard', path: '/admin/', right: 'dashboard.view' },
      { label: 'Health', path: '/admin/health/', right: 'dashboard.view' },
      ...this.lists.map(({ title, path, right }) => ({ label: title, path, right })),
      { label: 'Promotion', path: '/admin/promotion/', right: ACTION_RIGHTS['promotion.set'] },
    ]
  }

  /** The menus of an account with these rights; null without an account. */
  navigationOf(rights: ReadonlySet<string> | undefined): Navigation | null {
    if (!rights) return null
    return {
      profile: this.#profileMenu.filter(({ right }) => !right || holds(rights, right)),
      staff: this.#staffMenu.filter(({ right }) => holds(rights, right)),
    }
  }
}
