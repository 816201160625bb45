import { makeCase } from '../model/make_case.js'
import type { CaseState, DocumentState, SimulatedCase } from '../model/types.js'
import { DOCUMENT_STATES } from '../programs/document_states.js'
import { party } from './people.js'

/** Cases that are answered with something else than a docket, with the name of each. */
const STATES: [CaseState, string][] = [
  ['sealed', 'Sealed Plaintiff v. Sealed Defendant (Simulated)'],
  ['closed_administratively', 'Simulated Closed Case v. Nothing'],
  ['being_opened', 'Simulated New Case v. Nothing'],
  ['no_access', 'Simulated Private Case v. Nothing'],
  ['wrong_type', 'Simulated Misfiled Case v. Nothing'],
  ['placeholder', 'Only applications for admission (Simulated), do not post in this case'],
]

/** A case for each state, and one with a document for each refusal (court-system.md, 12). */
export const refusals = (): SimulatedCase[] => [
  ...STATES.map(([state, name], at) =>
    makeCase({
      court: 'akd',
      kind: 'civil',
      state,
      id: String(70_501 + at),
      number: `3:24-cv-0050${at + 1}`,
      initials: ['ATL'],
      name,
      serial: 2_505_000 + at * 10,
      entries: [{ filed: '2024-01-02', event: 'Complaint', text: 'COMPLAINT' }],
    })
  ),
  makeCase({
    court: 'akd',
    kind: 'civil',
    id: '70600',
    number: '3:24-cv-00600',
    initials: ['ATL'],
    name: 'Simulated Examples v. Refusals',
    serial: 2_506_000,
    parties: [party('Plaintiff', 'Simulated Examples')],
    entries: [
      ...(Object.keys(DOCUMENT_STATES) as DocumentState[]).map((state) => ({
        filed: '2024-01-03',
        event: 'Example',
        text: `EXAMPLE of a document that is refused: ${state.replaceAll('_', ' ')}`,
        documents: [{ state }],
      })),
      {
        filed: '2024-01-04',
        event: 'Example',
        text: 'EXAMPLE of a document for participants of the case',
        documents: [{ warns: true }],
      },
      {
        filed: '2024-01-05',
        event: 'Example',
        text: 'EXAMPLE of a sealed attachment',
        documents: [{ pages: 3 }, { description: 'Sealed exhibit', state: 'sealed' as const }],
      },
    ],
  }),
]
