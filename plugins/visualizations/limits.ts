/** Visualizations of one account; its page shows all of them. */
export const MAX_VISUALIZATIONS = 500

/** Decisions of one network (tags-visualizations 2.2). */
export const MAX_NODES = 70

/** Longest path of citations between the ends of a network (tags-visualizations 2.2). */
export const MAX_HOPS = 3

/** Characters of a title. */
export const MAX_TITLE = 200

/** Characters of notes. */
export const MAX_NOTES = 250_000
