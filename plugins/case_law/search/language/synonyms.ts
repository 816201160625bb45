/** Synonyms of legal English, and abbreviations in case names (Bluebook, tables T6 and T10). */
import { readFileSync } from 'node:fs'
import { readList } from '#app/search_engine/analysis/synonyms'
import type { SynonymList } from '#app/search_engine/query/language'

const listIn = (file: string) => readList(readFileSync(new URL(file, import.meta.url), 'utf8'))

export default [
  { synonyms: listIn('synonyms.txt') },
  { synonyms: listIn('case_name_synonyms.txt'), inNames: true, plurals: true },
] satisfies SynonymList[]
