import { courtOf as archiveIdOf } from '#app/court_pages/court_system_ids'
import { RegistryError } from './registry_error.js'
import { COURT_TABLE } from './court_table.js'

/** What a court runs. */
export type CourtKind = 'district' | 'bankruptcy' | 'appellate'

/** A court as the court system knows it. */
export interface Court {
  /** The ID in the court system, `azb`; the archive's may be another, `arb`. */
  id: string
  archiveId: string
  kind: CourtKind
  /** First digits of the IDs of its documents; null where it has none of its own. */
  prefix: string | null
  host: string
  /** Hosts of the new appellate system, where the court uses it. */
  acms: { site: string; api: string } | null
}

/** Courts of the new appellate system. */
const ACMS_COURTS = new Set(['ca2', 'ca9'])

const COURTS = new Map(courts().map((court) => [court.archiveId, court]))

function courts(): Court[] {
  const words = COURT_TABLE.trim().split(/\s+/)
  const listed = words.flatMap((word, at) => (at % 2 ? [courtOf(word, words[at - 1])] : []))
  const training = { ...courtOf('psc', null), host: 'dcecf.psc.uscourts.gov' }
  return [...listed, training]
}

function courtOf(id: string, prefix: string | null): Court {
  return {
    id,
    archiveId: archiveIdOf(id),
    kind: kindOf(id),
    prefix,
    host: `ecf.${id}.uscourts.gov`,
    acms: ACMS_COURTS.has(id)
      ? {
          site: `${id}-showdoc.azurewebsites.us`,
          api: `${id}-showdocservices.azurewebsites.us`,
        }
      : null,
  }
}

function kindOf(id: string): CourtKind {
  if (/^(?:ca\d{1,2}|cadc|cafc|cavc)$/.test(id)) return 'appellate'
  return id.endsWith('b') ? 'bankruptcy' : 'district'
}

/**
 * @param archiveId the archive's ID of a court
 * @throws RegistryError `invalid_parameters` for a court that is not in the court system
 */
export function findCourt(archiveId: string): Court {
  const court = COURTS.get(archiveId)
  if (!court) throw new RegistryError('invalid_parameters', 'unknown court', archiveId)
  return court
}

/** All courts of the court system. */
export const allCourts = (): Court[] => [...COURTS.values()]

/**
 * Refuses what a court of another kind is asked for.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function requireKind(court: Court, ...kinds: CourtKind[]): void {
  if (kinds.includes(court.kind)) return
  const said = `only ${kinds.join(' and ')} courts have this`
  throw new RegistryError('invalid_parameters', said, court.archiveId)
}
