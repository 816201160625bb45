/**
 * Converts IDs of the court system to the archive's format (specification, Fast document
 * lookup).
 */

/** Court IDs of the court system that differ from the archive's. */
const COURTS = new Map(
  Object.entries({
    'azb': 'arb',
    'cofc': 'uscfc',
    'neb': 'nebraskab',
    'nysb-mega': 'nysb',
  })
)

/** The archive's ID of a court in the court system. */
export function toCourtId(id: string): string {
  return COURTS.get(id) ?? id
}

/** A document ID with its fourth digit zero; GUIDs of the new appellate system are unchanged. */
export function documentId(id: string): string {
  return /^\d{4,}$/.test(id) ? `${id.slice(0, 3)}0${id.slice(4)}` : id
}
