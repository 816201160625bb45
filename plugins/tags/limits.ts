/** Tags of one account; its page shows all of them. */
export const MAX_TAGS = 500

/** Dockets under one tag; the tag's record lists all of them. */
export const MAX_DOCKETS = 10_000

/** Characters of a title. */
export const MAX_TITLE_LENGTH = 500

/** Characters of a description (tags-visualizations 1). */
export const MAX_DESCRIPTION_LENGTH = 250_000

/** Views of pages counted for one caller (usage-and-limits 1). */
export const VIEW_RATE = '60/hour'

/** What a label's first letter counts the page of (tags-visualizations 1). */
export const VIEWED: Record<string, string> = { d: 'dockets', p: 'people', o: 'clusters' }
