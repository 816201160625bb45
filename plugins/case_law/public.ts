/** What plugins that require this one may import; all else of it may change. */
export { citesQuery } from './pages/decision/cited_by.js'
export { type RankedOpinion } from './main_opinion.js'
export { kindOfOpinion } from './resources/opinion_kinds.js'
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
} from './search/courts.js'
export {
  CASE_NAMES,
  CASE_PARAMETERS,
  JUDGE_PARAMETER,
  bothWays,
  period,
} from './search/parameters.js'
export { slugOf } from './slug.js'
