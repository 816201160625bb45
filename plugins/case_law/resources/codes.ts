/** Code lists of the case-law resources. */
import { choices } from '#api/fields'
import type { Choice } from '#api/field_types'

export const COURT_JURISDICTIONS = choices({
  F: 'Federal Appellate',
  FD: 'Federal District',
  FB: 'Federal Bankruptcy',
  FBP: 'Federal Bankruptcy Panel',
  FS: 'Federal Special',
  S: 'State Supreme',
  SA: 'State Appellate',
  ST: 'State Trial',
  SS: 'State Special',
  TRS: 'Tribal Supreme',
  TRA: 'Tribal Appellate',
  TRT: 'Tribal Trial',
  TRX: 'Tribal Special',
  TS: 'Territory Supreme',
  TA: 'Territory Appellate',
  TT: 'Territory Trial',
  TSP: 'Territory Special',
  SAG: 'State Attorney General',
  MA: 'Military Appellate',
  MT: 'Military Trial',
  C: 'Committee',
  I: 'International',
  T: 'Testing',
})

/** Sources of a docket; the stored value is the sum of their bits. */
const DOCKET_SOURCE_BITS: [bit: number, name: string][] = [
  [1, 'Archive'],
  [2, 'Scraper'],
  [4, 'Columbia'],
  [8, 'Integrated database'],
  [16, 'Harvard'],
  [32, 'Direct court input'],
  [64, '2020 anonymous database'],
  [128, 'Scanning project'],
]

export const DOCKET_SOURCES: Choice[] = Array.from({ length: 256 }, (_, value) => ({
  value,
  display_name:
    DOCKET_SOURCE_BITS.filter(([bit]) => value & bit)
      .map(([, name]) => name)
      .join(' + ') || 'Default',
}))

export const DOCKET_NUMBER_SOURCES = choices({
  0: 'Original',
  1: 'Cleaned automatically',
  2: 'Cleaned by hand',
})

/** Sources of a cluster, one letter each, in the order in which they are stored. */
const CLUSTER_SOURCE_LETTERS: Record<string, string> = {
  Z: 'Columbia',
  L: 'Lawbox',
  C: 'Court website',
  R: 'public.resource.org',
  M: 'Manual input',
  D: 'Direct court input',
  Q: '2020 anonymous database',
  A: 'Internet Archive',
  G: 'Archive',
  U: 'Harvard',
  S: 'Scanning project',
}

const CLUSTER_SOURCE_MIXES =
  'C R CR L LC LR M A Z ZC ZL ZLC U CU D Q CRU LU LCU LRU LCRU MU RU ZU ZLU ZCU ZLCU G S'.split(' ')

export const CLUSTER_SOURCES: Choice[] = CLUSTER_SOURCE_MIXES.map((value) => ({
  value,
  display_name: [...value].map((letter) => CLUSTER_SOURCE_LETTERS[letter]).join(' + '),
}))

export const SCDB_DIRECTIONS = choices({ 1: 'Conservative', 2: 'Liberal', 3: 'Unspecifiable' })

export const PRECEDENTIAL_STATUSES = choices({
  'Published': 'Precedential',
  'Unpublished': 'Non-Precedential',
  'Errata': 'Errata',
  'Separate': 'Separate Opinion',
  'In-chambers': 'In-chambers',
  'Relating-to': 'Relating-to orders',
  'Unknown': 'Unknown Status',
})

export const CITATION_TYPES = choices({
  1: 'Federal reporter',
  2: 'State reporter',
  3: 'Regional reporter',
  4: 'Specialty reporter',
  5: 'Early Supreme Court reporter',
  6: 'Lexis',
  7: 'Westlaw',
  8: 'Neutral',
  9: 'Journal',
})

/** The reason of a redirection without a target. */
export const SEALED = 4

export const REDIRECT_REASONS = choices({
  1: 'Replaced by a newer version',
  2: 'Duplicate',
  3: 'Consolidated into one cluster',
  [SEALED]: 'Sealed by court order',
})

/** The digits sort the values by priority. The misspelling is in the data. */
export const OPINION_TYPES = choices({
  '010combined': 'Combined Opinion',
  '015unamimous': 'Unanimous Opinion',
  '020lead': 'Lead Opinion',
  '025plurality': 'Plurality Opinion',
  '030concurrence': 'Concurrence Opinion',
  '035concurrenceinpart': 'In Part Opinion',
  '040dissent': 'Dissent',
  '050addendum': 'Addendum',
  '060remittitur': 'Remittitur',
  '070rehearing': 'Rehearing',
  '080onthemerits': 'On the Merits',
  '090onmotiontostrike': 'On Motion to Strike Cost Bill',
  '100trialcourt': 'Trial Court Document',
})
