import { ADDED, type PagedList } from '#tests/helpers/paged_lists'

const docket = ADDED + 1
const path = `/docket/${docket}/a-v-b/`
const dockets = {
  'dockets.court_id': `'scotus'`,
  'dockets.case_name': `'A v. B'`,
  'dockets.slug': `'a-v-b'`,
}

export const lists: PagedList[] = [
  {
    view: 'federal_records::docket_sheet',
    path: `${path}?q=motion&order_by=desc`,
    heading: 'A v. B',
    texts: ['Matching entries: 1–200 of 430'],
    rows: {
      tables: ['dockets', 'docket_entries'],
      rows: 430,
      values: {
        ...dockets,
        'docket_entries.docket_id': String(docket),
        'docket_entries.entry_number': `n - ${ADDED}`,
        'docket_entries.description': `'motion'`,
      },
    },
    count: 430,
  },
  {
    view: 'federal_records::docket_parties',
    path: `/docket/${docket}/parties/a-v-b/`,
    heading: 'A v. B',
    title: 'A v. B',
    rows: {
      tables: ['dockets', 'parties', 'party_types'],
      rows: 430,
      values: {
        ...dockets,
        'parties.name': `'Party ' || n`,
        'party_types.docket_id': String(docket),
        'party_types.name': `'Defendant'`,
      },
    },
    count: 430,
  },
]

export const staffValues = {
  'document_texts.state': `'read'`,
  'document_texts.bad_redaction_pages': `'{1}'`,
}
