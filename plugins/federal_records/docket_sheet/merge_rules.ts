/** How a sheet is to be taken: as an order of an operator, or as what a page happened to show. */
export interface MergeRules {
  /** A page: it does not replace a nature of suit, nor move the date of the last filing back. */
  fromPage?: boolean
  /**
   * The page lists all parties, or all that are not terminated: others are
   * detached from the docket.
   */
  parties?: 'all' | 'active'
  /** The page shows single entries, whose places in the day it does not know. */
  singleEntries?: boolean
}
