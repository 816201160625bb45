import { QueryLanguage } from '#app/search_engine/query/language'
import readCitations from '#plugins/case_law/search/language/read_citations'
import synonyms from '#plugins/case_law/search/language/synonyms'

/** What the plugins contribute to the language of queries. */
export const LEGAL_LANGUAGE = new QueryLanguage({
  rewriters: [readCitations],
  synonyms,
})
