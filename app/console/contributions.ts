/**
 * What a plugin contributes to the pages of accounts and staff.
 */
import type { LazyList } from '#app/support/lazy'
import type { MenuItem } from '#app/web/contributions'
import type { AdminList } from './admin/admin_list.js'
import type { RecordEdit } from './admin/records/record_edits.js'
import type { HealthSection } from './admin/health/health_section.js'
import type { ProfileSection } from './menu_sections.js'
import type { TakeOutPart } from './take_out_part.js'

export interface ConsoleContributions {
  /** Lists in the staff console and its menu. */
  admin?: LazyList<AdminList>
  /** Sections of the staff health page: figures, problems (`needs`), and charts. */
  health?: LazyList<HealthSection>
  /** Fields that staff may edit. */
  recordEdits?: LazyList<RecordEdit>
  /** Account data for the export of an account, other than owned resources. */
  takeOut?: LazyList<TakeOutPart>
  /** Pages in the account menu, each in a section and optionally with a permission. */
  profileMenu?: ProfileMenuItem[]
}

/** A page for all accounts, or for accounts with a permission. */
export interface ProfileMenuItem extends MenuItem {
  section: ProfileSection
  right?: string
}
