/** Records of a simulated public service. */
import type { PublicService } from './public_service.js'

const DATES = { date_created: '2020-01-02T03:04:05Z', date_modified: '2020-01-02T03:04:05.5Z' }

/** Courts, judges, cases, and decisions that refer to each other. */
export function fillService(service: PublicService, dockets = 50): void {
  const link = (path: string, id: number | string) => service.link(path, id)
  for (const id of ['nysd', 'scotus', 'ca2'])
    service.put('courts', { id, full_name: `Court ${id}`, jurisdiction: 'F', short_name: id })
  for (let id = 1; id <= 3; id++)
    service.put('people', { id, name_first: `Ann ${id}`, name_last: 'Oak', gender: 'f' })
  service.put('schools', { id: 1, name: 'Elm' })
  service.put('positions', { id: 1, person: link('people', 1), court: link('courts', 'nysd') })
  service.put('retention-events', {
    id: 4,
    position: link('positions', 1),
    retention_type: 'elec_p',
    date_retention: '2020-11-03',
  })
  service.put('originating-court-information', { id: 7, docket_number: '1-2' })
  for (let id = 1; id <= dockets; id++)
    service.put('dockets', {
      id,
      court: link('courts', id % 2 ? 'nysd' : 'scotus'),
      court_id: id % 2 ? 'nysd' : 'scotus',
      case_name: `Ash v. ${id}`,
      docket_number: `1:20-cv-${id}`,
      date_filed: '2020-01-02',
      assigned_to: id === 1 ? link('people', 2) : null,
      original_court_info: id === 2 ? { id: 7 } : null,
      source: 0,
      panel: id === 3 ? [link('people', 3), link('people', 1)] : [],
    })
  for (let id = 1; id <= 45; id++) {
    service.put('docket-entries', {
      id,
      docket: link('dockets', (id % 3) + 1),
      entry_number: id,
      description: `Entry ${id}`,
      recap_sequence_number: '',
    })
    service.put('recap-documents', {
      id: 100 + id,
      docket_entry: id,
      document_type: 1,
      document_number: String(id),
      pacer_doc_id: `9${id}`,
      plain_text: 'Text',
      filepath_local: id === 1 ? 'recap/1.pdf' : null,
    })
  }
  service.put('bankruptcy-information', { id: 5, docket: link('dockets', 4), chapter: '11' })
  service.put('attorneys', {
    id: 20,
    name: 'Bea',
    parties_represented: [
      { role: 2, docket: link('dockets', 1), party: link('parties', 10), date_action: null },
    ],
  })
  service.put('parties', {
    id: 10,
    name: 'Cy',
    attorneys: [
      {
        attorney: link('attorneys', 20),
        attorney_id: 20,
        docket: link('dockets', 1),
        docket_id: 1,
        role: 2,
        date_action: null,
      },
    ],
    party_types: [
      {
        docket: link('dockets', 1),
        docket_id: 1,
        name: 'Plaintiff',
        date_terminated: null,
        extra_info: '',
        highest_offense_level_opening: '',
        highest_offense_level_terminated: '',
        criminal_counts: [],
        criminal_complaints: [],
      },
    ],
  })
  for (let id = 1; id <= 25; id++) {
    service.put('clusters', {
      id,
      docket: link('dockets', id),
      docket_id: id,
      case_name: `Ash v. ${id}`,
      date_filed: '2021-03-04',
      judges: '',
      citations: [{ ...DATES, volume: 1, reporter: 'U.S.', page: String(id), type: 1 }],
      panel: id === 1 ? [link('people', 1)] : [],
      precedential_status: 'Published',
      source: 'C',
    })
    service.put('opinions', {
      id: 50 + id,
      cluster: link('clusters', id),
      cluster_id: id,
      type: '010combined',
      plain_text: `Opinion ${id}`,
      author: id === 1 ? link('people', 1) : null,
      author_id: id === 1 ? 1 : null,
      joined_by: id === 1 ? [link('people', 3)] : [],
    })
  }
  for (let id = 1; id <= 24; id++)
    service.put('opinions-cited', {
      id,
      citing_opinion: link('opinions', 50 + id),
      cited_opinion: link('opinions', 51 + id),
      depth: id,
    })
}
