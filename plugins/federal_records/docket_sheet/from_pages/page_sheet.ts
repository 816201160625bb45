/**
 * What pages become before they are merged.
 */
import type { MergeRules } from '../merge_rules.js'
import type { DocketSheet } from '../schema.js'

/** What is known of a page besides its text. */
export interface PageContext {
  /** The archive's ID of the court. */
  court: string
  /** The case's ID in the court system, where the sender gave it. */
  registryCaseId: string | null
}

/** A sheet made of a page, and how it is to be taken. */
export interface PageSheet {
  sheet: DocketSheet
  rules: MergeRules
}
