/** What plugins that require this one may import; all else of it may change. */
export {
  ABA_RATINGS,
  AFFILIATION_SOURCES,
  DEGREE_LEVELS,
  POLITICAL_PARTIES,
  RACES,
  RETENTION_TYPES,
} from './resources/codes.js'
export { NAMED_PEOPLE, nameOfPerson } from './search/names.js'
