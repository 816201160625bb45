/** The public interface for plugins that require this one. */
export { type RankedOpinion } from './opinion_types.js'
export { kindOfOpinion } from './opinion_types.js'
export { default as docketResource } from './resources/docket.js'
export { sampleDecision } from './sample_records.js'
export { sampleDocket } from './sample_records.js'
export { OPINION_TEXTS } from './search/opinion_values.js'
export {
  COURTS_BELOW,
  COURT_FACET,
  COURT_FIELDS,
  COURT_RESULTS,
  SHOWN_COURT,
} from './search/case_searches.js'
export {
  CASE_NAMES,
  CASE_PARAMETERS,
  JUDGE_PARAMETER,
  bothWays,
  citesQuery,
  period,
} from './search/case_searches.js'
export { citedDate } from './pages/decision/case_citation.js'
export { citedByPath } from './pages/decision/cited_by.js'
export { CitingKinds } from './pages/decision/citing_kinds.js'
export { toCaseSlug } from './page_paths.js'
