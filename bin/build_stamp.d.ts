/** Types of what the sources of the build use of build_stamp.js. */
export function markBuilt(root: string): void
