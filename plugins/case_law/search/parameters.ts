/**
 * Parameters that types of search over cases have in common (search.md 1.1).
 */
import type { SearchParameter, SearchTypeDefinition } from '#app/search/define_search_type'

export const CASE_PARAMETERS: Record<string, SearchParameter> = {
  court: {
    is: 'courts',
    field: 'court_id',
    listed: {
      resource: 'courts',
      label: 'full_name',
      examples: ['scotus', 'ca9', 'cafc', 'nysd', 'cal'],
    },
    description: 'IDs of courts; each stands for the courts below it, too.',
  },
  case_name: { is: 'text', field: 'caseName', exact: true, description: 'Words of the case name.' },
  docket_number: { is: 'docket number', field: 'docketNumber', description: 'Docket number.' },
}

/** What is asked for by its name or number comes first (search.md 4.3). */
export const CASE_NAMES: SearchTypeDefinition['names'] = {
  caseName: { is: 'name', several: 25, one: 4, caseName: 75, part: 10 },
  docketNumber: { is: 'number', several: 75, one: 2 },
}

export const JUDGE_PARAMETER: SearchParameter = {
  is: 'text',
  field: 'judge',
  description: 'Words of the names of its judges.',
}

/**
 * The two ends of a period: `filed_after` and `filed_before`.
 *
 * @param of what day it is, for people: `of the decision`
 */
export function period(name: string, field: string, of: string): Record<string, SearchParameter> {
  const [after, before] = [`${name}_after`, `${name}_before`]
  return {
    [after]: { is: 'after', field, other: before, description: `First day ${of}.` },
    [before]: { is: 'before', field, other: after, description: `Last day ${of}.` },
  }
}

/** Orders by one field, in both directions. */
export function bothWays(name: string): SearchTypeDefinition['orders'] {
  return {
    [`${name} desc`]: [{ name, descending: true }],
    [`${name} asc`]: [{ name, descending: false }],
  }
}
