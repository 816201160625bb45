/**
 * IDs of the court system in the form the archive keeps them (specification,
 * Fast document lookup).
 */

/** Court IDs of the court system that differ from ours. */
const COURTS = new Map(
  Object.entries({
    'azb': 'arb',
    'cofc': 'uscfc',
    'neb': 'nebraskab',
    'nysb-mega': 'nysb',
  })
)

/** Our ID of a court the court system names. */
export function courtOf(id: string): string {
  return COURTS.get(id) ?? id
}

/** A document ID with its fourth digit zero; GUIDs of the new appellate system are unchanged. */
export function documentId(id: string): string {
  return /^\d{4,}$/.test(id) ? `${id.slice(0, 3)}0${id.slice(4)}` : id
}
