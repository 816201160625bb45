/** What plugins that require this one may import; all else of it may change. */
export { peopleOf } from './bulk/sizes.js'
export { NAMED_PEOPLE, nameOfPerson } from './search/names.js'
