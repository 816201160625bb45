/** How many decisions an archive of so many dockets has; their keys run from 1. Each has at least one opinion. */
export function decisionsOf(dockets: number): number {
  return Math.floor(dockets / 5)
}
