/**
 * Courts of the synthetic archive: the real courts of the sample archive.
 */
import type { GeneratedRow, GeneratorContext } from '../table_generator.js'

export function* courts({ sample }: GeneratorContext): Iterable<GeneratedRow> {
  yield* sample('courts')
}

export function* courthouses({ sample }: GeneratorContext): Iterable<GeneratedRow> {
  yield* sample('courthouses')
}

export function* courtAppealsTo({ sample }: GeneratorContext): Iterable<GeneratedRow> {
  yield* sample('court-appeals-to')
}

/** Groups of courts with similar cases. */
export type CourtGroup = 'district' | 'bankruptcy' | 'appellate' | 'state'

export interface Court {
  id: string
  /** As cited: `N.D. Cal.` */
  citation: string
  name: string
  /** Whether it is the highest court of its state. */
  highest: boolean
  /** IDs of the courts whose decisions are appealed to it. */
  below: string[]
  /** ID of the court that hears appeals of its decisions. */
  above: string | undefined
}

const JURISDICTIONS: Record<CourtGroup, string[]> = {
  district: ['FD'],
  bankruptcy: ['FB'],
  appellate: ['F', 'FS', 'FBP', 'MA'],
  state: ['S', 'SA', 'TS', 'TA'],
}

/** The busiest courts of each group; the rest follow in the order of the sample. */
const BUSIEST: Record<CourtGroup, string> = {
  district: 'nysd cacd flsd njd ilnd txsd paed cand flmd gand mdd nyed azd txnd mied mad ohsd dcd',
  bankruptcy: 'cacb flmb ilnb ganb nvb flsb njb mieb nyeb tnwb deb arb mdb txsb nysb ohnb',
  appellate: 'ca9 ca5 ca11 ca4 ca2 ca6 ca3 ca8 ca7 ca10 cafc ca1 scotus cadc',
  state:
    'nyappdiv calctapp texapp ohioctapp fladistctapp cal ny illappct pasuperct lactapp tex fla ohio',
}

/** Returns courts by group, busiest first. */
export function groupCourts({
  sample,
}: Pick<GeneratorContext, 'sample'>): Record<CourtGroup, Court[]> {
  const below = new Map<string, string[]>()
  const above = new Map<string, string>()
  for (const { from_court_id: from, to_court_id: to } of sample('court-appeals-to') as Record<
    string,
    string
  >[]) {
    below.set(to!, [...(below.get(to!) ?? []), from!])
    if (!above.has(from!)) above.set(from!, to!)
  }
  const rows = sample('courts') as Record<string, string>[]
  const group = (name: CourtGroup): Court[] => {
    const busiest = BUSIEST[name].split(' ')
    const place = (id: string) => (busiest.indexOf(id) + 1 || busiest.length + 1) - 1
    return rows
      .filter(
        ({ jurisdiction, in_use: used }) =>
          JURISDICTIONS[name].includes(jurisdiction!) && used === 't'
      )
      .sort((a, b) => place(a.id!) - place(b.id!))
      .map(({ id, citation_string: citation, full_name: fullName, jurisdiction }) => ({
        id: id!,
        citation: citation!,
        name: fullName!,
        highest: jurisdiction === 'S',
        below: below.get(id!) ?? [],
        above: above.get(id!),
      }))
  }
  return {
    district: group('district'),
    bankruptcy: group('bankruptcy'),
    appellate: group('appellate'),
    state: group('state'),
  }
}
