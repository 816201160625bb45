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
  /** Lists of the staff console; each is also in the menu of the staff. */
  admin?: LazyList<AdminList>
  /** Sections of the staff's health page. */
  health?: LazyList<HealthSection>
  /** Fields of resources that the staff may edit. */
  recordEdits?: LazyList<RecordEdit>
  /** What it keeps of accounts that no resource shows: parts of their data in one file. */
  takeOut?: LazyList<TakeOutPart>
  /** Pages in the menu of an account, after those of the server in their section. */
  profileMenu?: ProfileMenuItem[]
}

/** A page of accounts: of all, or of those with a right. */
export interface ProfileMenuItem extends MenuItem {
  section: ProfileSection
  right?: string
}
