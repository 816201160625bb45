/**
 * Field names for people: blanks for underscores, a capital first.
 */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
