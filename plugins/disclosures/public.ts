/** What plugins that require this one may import; all else of it may change. */
export { INCOME_CODES, VALUATION_METHODS, VALUE_CODES } from './resources/codes.js'
