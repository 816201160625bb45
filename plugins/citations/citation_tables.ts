import { readFileSync } from 'node:fs'
import { withCodes } from '#app/citations/codes'
import type { CitationTables } from '#app/citations/tables'

let tables: CitationTables | undefined

/** Returns the tables of US reporters, laws, journals, and courts (`tables/NOTICE.md`), read once. */
export function citationTables(): CitationTables {
  tables ??= {
    ...withCodes({ forms: read('forms'), publications: read('publications') }, [
      ...read('codes'),
      ...read('rules'),
      ...read('more_publications'),
    ]),
    courts: read('courts'),
    abbreviations: [...read('abbreviations'), ...read('more_abbreviations')],
    needName: read('need_name'),
  }
  return tables
}

function read(name: string) {
  return JSON.parse(readFileSync(new URL(`tables/${name}.json`, import.meta.url), 'utf8'))
}
