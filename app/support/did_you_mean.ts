import { distance } from 'fastest-levenshtein'

/** Maximum length of a compared name; limits the work for hostile input. */
const MAX_LENGTH = 120

/**
 * The most likely candidate for a misspelled name: the nearest one if at most a third of its
 * letters differ or two are swapped, otherwise the shortest one that starts with it. Never the
 * name itself.
 */
export function didYouMean(name: string, candidates: string[]): string | undefined {
  return nearNames(name, candidates, 1)[0]
}

/** The most likely candidates for a misspelled name, by the same rule, most likely first. */
export function nearNames(name: string, candidates: string[], most: number): string[] {
  if (name.length > MAX_LENGTH) return []
  const typed = name.toLowerCase()
  const reach = Math.max(1, Math.floor(typed.length / 3))
  const near = candidates
    // The difference in length is a lower bound of the distance.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= reach)
    .map((candidate) => ({ candidate, away: awayFrom(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= reach && candidate !== name)
    .sort((a, b) => a.away - b.away)
    .map(({ candidate }) => candidate)
  return (near.length ? near : completions(typed, candidates)).slice(0, most)
}

function awayFrom(typed: string, other: string): number {
  return areSwapped(typed, other) ? 1 : distance(typed, other)
}

/** Whether two adjacent letters are swapped. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = Array.from(a).findIndex((letter, index) => letter !== b[index])
  return (
    at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  )
}

function completions(typed: string, candidates: string[]): string[] {
  if (typed.length < 3) return []
  return candidates
    .filter((candidate) => candidate.startsWith(typed) && candidate !== typed)
    .sort((a, b) => a.length - b.length)
}
