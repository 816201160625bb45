/** The public interface for plugins that require this one. */
export { INCOME_CODES, VALUATION_METHODS, VALUE_CODES } from './resources/codes.js'
