/** Tags of one account; its page shows all of them. */
export const MOST_TAGS = 500

/** Dockets under one tag; the tag's record lists all of them. */
export const MOST_DOCKETS = 10_000

/** Characters of a title. */
export const LONGEST_TITLE = 500

/** Characters of a description (tags-visualizations 1). */
export const LONGEST_DESCRIPTION = 250_000

/** Views of pages counted for one caller (usage-and-limits 1). */
export const VIEW_RATE = '60/hour'
