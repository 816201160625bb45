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
  {
    view: 'federal_records::unread_text',
    path: '/admin/unread-text/scotus/district_docket/',
    heading: 'Unread text of scotus: District docket',
    isOneWay: true,
    rows: {
      tables: ['unread_groups', 'unread_passages'],
      rows: 430,
      values: {
        'unread_groups.court_id': `'scotus'`,
        'unread_groups.kind': `CASE n WHEN ${docket} THEN 'district_docket' ELSE 'k' || n END`,
        'unread_groups.passages': '430',
        'unread_passages.group_id': String(docket),
        'unread_passages.digest': `'d' || n`,
        'unread_passages.text': `'Passage ' || n`,
      },
    },
    count: 430,
  },
]

export const staffValues = {
  'unread_groups.kind': `'k' || n`,
  'unread_groups.passages': '1',
  // Pairs of different entries, the lower key first.
  'possible_duplicates.date_dismissed': 'NULL',
  'possible_duplicates.entry_id': `CASE n WHEN ${docket} THEN ${docket + 1} ELSE ${docket} END`,
  'possible_duplicates.other_id': `CASE n WHEN ${docket} THEN ${docket + 2} ELSE n END`,
  'document_texts.state': `'read'`,
  'document_texts.bad_redaction_pages': `'{1}'`,
}
