/** Types of what the sources use of build_stamp.js. */
export function markBuilt(root: string): void
export function buildIsFresh(root: string): boolean
