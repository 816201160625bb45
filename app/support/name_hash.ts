/** A 32-bit number for a name, the same on every server: FNV-1a. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}
