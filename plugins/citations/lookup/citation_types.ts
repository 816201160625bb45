/** Codes of `type` in citations, by the kind of series. */
const CODES: Readonly<Record<string, number>> = {
  federal: 1,
  state: 2,
  state_regional: 3,
  specialty: 4,
  scotus_early: 5,
  specialty_lexis: 6,
  specialty_west: 7,
  neutral: 8,
  journal: 9,
}

/** Code of the citations of a series (contract, citation type); those of unknown series count as specialty reports. */
export function citationType(series: string): number {
  return CODES[series] ?? CODES.specialty!
}
