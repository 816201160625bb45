/** Addresses of citations: `/c/f-supp-2d/12/345/`. */
import { knownReporters } from '../../lookup/known_reporters.js'

/** Longest part of an address that may name something. */
const MAX_LENGTH = 100

/** @param places reporter, volume and page, as far as they go */
export function citationPath(...places: string[]): string {
  const [reporter, ...others] = places
  if (reporter === undefined) return '/c/'
  const parts = [knownReporters().slugFor(reporter), ...others]
  return `/c/${parts.map(encodeURIComponent).join('/')}/`
}

/** Abbreviations that a part of an address may mean: of known reporters, else the part itself. */
export function reportersNamed(written: string): string[] {
  if (!isPlace(written)) return []
  const known = knownReporters().find(written)
  return known.length ? known : [written]
}

/** Whether a part of an address may name something. */
export function isPlace(written: string): boolean {
  return written.length <= MAX_LENGTH && !written.includes('\0')
}
