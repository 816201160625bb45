import { readFileSync } from 'node:fs'
import type { CitationTables } from '#app/citations/tables'

let tables: CitationTables | undefined

/** Reporters, laws, journals and courts of the United States (`tables/NOTICE.md`), read once. */
export function citationTables(): CitationTables {
  tables ??= {
    forms: read('forms'),
    publications: read('publications'),
    courts: read('courts'),
    abbreviations: read('abbreviations'),
  }
  return tables
}

function read(name: string) {
  return JSON.parse(readFileSync(new URL(`tables/${name}.json`, import.meta.url), 'utf8'))
}
