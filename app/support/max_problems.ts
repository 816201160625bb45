/** Problems of one request that are looked for and listed at most: the work on an error is bounded like its text. */
export const MAX_PROBLEMS = 20
