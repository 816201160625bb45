import { QueryLanguage } from '#app/search_engine/query/language'
import readCitations from '#plugins/case_law/search/language/read_citations'
import synonyms from '#plugins/case_law/search/language/synonyms'

/** The query language extensions of the plugins. */
export const LEGAL_LANGUAGE = new QueryLanguage({
  rewriters: [readCitations],
  synonyms,
})
