/** Public exports for plugins that require this one. */
export { searchError } from './errors.js'
export { buildResultCard, type Card } from './pages/card.js'
export { findNewest } from './pages/newest_results.js'
export { searchInWords } from './pages/in_words.js'
export { searchServices } from './services.js'
