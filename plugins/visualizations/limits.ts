/** Maximum visualizations per account; the list isn't paginated. */
export const MAX_VISUALIZATIONS = 500

/** Maximum decisions per network (tags-visualizations 2.2). */
export const MAX_NODES = 70

/** Maximum citations per path in a network (tags-visualizations 2.2). */
export const MAX_HOPS = 3

/** Maximum characters in a title. */
export const MAX_TITLE = 200

/** Maximum characters in notes. */
export const MAX_NOTES = 250_000
