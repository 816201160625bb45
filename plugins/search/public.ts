/** What plugins that require this one may import; all else of it may change. */
export { searchError } from './errors.js'
export { cardOf, type Card } from './pages/card.js'
export { searchInWords } from './pages/in_words.js'
export { searchServices } from './services.js'
