/**
 * What plugins add to the staff console.
 */
import type { AdminList } from './admin/admin_list.js'
import type { HealthSection } from './admin/health/health_section.js'

export class ConsoleRegistry {
  constructor(
    readonly adminLists: readonly AdminList[],
    /** Sections of the health page. */
    readonly healthSections: readonly HealthSection[]
  ) {}
}
