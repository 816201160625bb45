/** Reads the values of the search field `statute`. */
import type { ValueReader } from '#app/search_engine/query/language'
import { readProvision } from '../statutes/read_provision.js'

const statuteValues: ValueReader = {
  field: 'statute',
  kind: 'a section of a known code, rule, or regulation',
  advice: 'Write its number and code: statute:(42 U.S.C. 1983) or statute:(Fed. R. Civ. P. 56).',
  read: (text) => {
    const provision = readProvision(text)
    return provision && provision.label + provision.subsections
  },
}

export default statuteValues
