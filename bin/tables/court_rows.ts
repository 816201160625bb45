import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CourtName } from '#app/citations/tables'

interface CourtRow {
  id: string
  name: string
  citation_string: string
  regex: string[]
  system: string
  type: string
  location: string
  parent?: string
}

/** Courts of courts-db, with referenced lists inserted into their expressions. */
export function courtNames(
  courts: readonly CourtRow[],
  declared: Record<string, string>,
  placesFolder: string
): CourtName[] {
  const variables = { ...declared, ...placesIn(placesFolder) }
  const expand = (regex: string): string => {
    const next = regex.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
    return next === regex ? regex : expand(next)
  }
  return courts.map((court) => ({
    id: court.id,
    name: court.name,
    citation: court.citation_string,
    names: court.regex.map(expand),
    system: court.system,
    type: court.type,
    location: court.location,
    ...(court.parent && { parent: court.parent }),
  }))
}

/** Each list of places as regular expression alternatives, longest first. */
function placesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((file) => {
      const places = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((line) => line.trim())
      const longestFirst = places.filter(Boolean).sort((a, b) => b.length - a.length)
      return [file.replace('.txt', ''), `(${longestFirst.join('|')})`]
    })
  )
}
