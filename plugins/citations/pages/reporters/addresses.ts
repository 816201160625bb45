/** URLs of citations: `/c/f-supp-2d/12/345/`. */
import type { PageSection } from '#app/web/record_pages'
import { knownReporters } from '../../lookup/known_reporters.js'

/** Maximum length of a part of the path. */
const MAX_LENGTH = 100

/** @param places reporter, volume, and page; later parts are optional */
export function citationPath(...places: string[]): string {
  const [reporter, ...others] = places
  if (reporter === undefined) return '/c/'
  const parts = [knownReporters().slugFor(reporter), ...others]
  return `/c/${parts.map(encodeURIComponent).join('/')}/`
}

/** Returns the standard abbreviations that a part of the path can mean, or the part itself if unknown. */
export function reportersNamed(written: string): string[] {
  if (!isPlace(written)) return []
  const known = knownReporters().find(written)
  return known.length ? known : [written]
}

/**
 * Returns the reporters that a path can mean for a whole citation, which tells reporters with the
 * same letters apart: `2001 ND 5`, `5 N.D. 1`.
 */
export function reportersOfCitation(written: string): string[] {
  const alike = isPlace(written) ? knownReporters().findAlike(written) : []
  return [...new Set([...reportersNamed(written), ...alike])]
}

/** Whether a part of the path is valid. */
export function isPlace(written: string): boolean {
  return written.length <= MAX_LENGTH && !written.includes('\0')
}

/** Section of a decision's page that links to the volume it is reported in. */
export const volumeLink = {
  view: 'citations::volume_link',
  load: async (_, { citations }) => {
    const [first] = (citations ?? []) as { volume: string | number; reporter: string }[]
    if (!first?.volume || !first.reporter) return undefined
    const volume = String(first.volume)
    return { path: citationPath(first.reporter, volume), label: `${volume} ${first.reporter}` }
  },
} satisfies PageSection
