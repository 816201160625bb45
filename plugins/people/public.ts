/** The public interface for plugins that require this one. */
export {
  ABA_RATINGS,
  AFFILIATION_SOURCES,
  DEGREE_LEVELS,
  POLITICAL_PARTIES,
  RACES,
  RETENTION_TYPES,
} from './resources/codes.js'
export { NAMED_PEOPLE, nameOfPerson } from './search/judge_values.js'
