/** What plugins that require this one may import; all else of it may change. */
export { citesQuery } from './pages/decision/cited_by.js'
export { RowsBehindDockets } from './bulk/generate/behind_dockets.js'
export { docketFacts, numberOf } from './bulk/generate/docket_facts.js'
export { LAST_DAY, Plan } from './bulk/generate/plan.js'
export { decisionsOf } from './bulk/sizes.js'
export { mainOpinion, type RankedOpinion } from './main_opinion.js'
export { kindOfOpinion } from './resources/opinion_kinds.js'
export { default as docketResource } from './resources/docket.js'
export { sampleDecision } from './sample_decision.js'
export { sampleDocket } from './sample_docket.js'
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
