/**
 * Contributions of a plugin to the account and staff pages.
 */
import type { LazyList } from '#app/support/lazy'
import type { MenuItem } from '#app/web/contributions'
import type { AdminList } from './admin/admin_list.js'
import type { RecordEdit, RecordLink } from './admin/records/record_edits.js'
import type { HealthSection } from './admin/health/health_section.js'
import type { ProfileSection } from './menu_sections.js'
import type { StaffSearchGroup } from './admin/search_groups.js'
import type { TakeOutPart } from './take_out_part.js'

export interface ConsoleContributions {
  /** Lists of the staff console, which are also in the staff menu. */
  admin?: LazyList<AdminList>
  /** Groups of the staff search, in addition to the lists. */
  staffSearch?: LazyList<StaffSearchGroup>
  /** Sections of the staff health page. */
  health?: LazyList<HealthSection>
  /** Fields of resources that staff can edit. */
  recordEdits?: LazyList<RecordEdit>
  /** Links on the pages of records, for staff who can edit them. */
  recordLinks?: RecordLink[]
  /** Account data that is not in resources, for the data export. */
  takeOut?: LazyList<TakeOutPart>
  /** Pages in the account menu, after the server's pages in the same section. */
  profileMenu?: ProfileMenuItem[]
}

/** A page for all accounts, or for those with a permission. */
export interface ProfileMenuItem extends MenuItem {
  section: ProfileSection
  right?: string
}
