import { LEGAL_LANGUAGE } from './legal_language.js'
import { defineSearchIndex, type SearchIndexDefinition } from '#app/search/define_search_index'

type Fields = SearchIndexDefinition['fields']

/** An index of cases with one field of each kind and only the properties that the parser needs. */
export function caseIndex(fields: Fields = {}): SearchIndexDefinition {
  return defineSearchIndex({
    name: 'cases',
    label: 'Cases',
    language: LEGAL_LANGUAGE,
    ownRow: 'without children',
    yearsOfAge: 50,
    documents: { parents: { from: 'cases c', key: 'c.id', date: 'c.date_filed' } },
    follows: {},
    fields: {
      caseName: { kind: 'text', level: 'parent', weight: 4, aliases: ['case_title'] },
      docketNumber: { kind: 'text', level: 'parent', weight: 2, shape: 'docket number' },
      citation: { kind: 'text', level: 'parent', several: true },
      judge: { kind: 'text', level: 'parent' },
      suitNature: { kind: 'text', level: 'parent' },
      lexisCite: { kind: 'text', level: 'parent' },
      neutralCite: { kind: 'text', level: 'parent' },
      juryDemand: { kind: 'text', level: 'parent' },
      court_id: { kind: 'keyword', level: 'parent' },
      citeCount: { kind: 'number', level: 'parent' },
      docket_id: { kind: 'number', level: 'parent' },
      dateFiled: { kind: 'date', level: 'parent' },
      dateArgued: { kind: 'date', level: 'parent' },
      dateReargued: { kind: 'date', level: 'parent' },
      dateTerminated: { kind: 'date', level: 'parent' },
      dob: { kind: 'date', level: 'parent' },
      dod: { kind: 'date', level: 'parent' },
      timestamp: { kind: 'datetime', level: 'parent' },
      text: { kind: 'text', level: 'child', weight: 1 },
      cites: { kind: 'number', level: 'child', several: true },
      per_curiam: { kind: 'boolean', level: 'child' },
      ...fields,
    },
  })
}
