/** Types of the functions of build_stamp.js that the sources use. */
export function markBuilt(root: string): void
export function buildIsFresh(root: string): boolean
