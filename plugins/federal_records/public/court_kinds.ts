/** Kinds of courts by the court system software they use (court system, 3). */

export interface CourtKind {
  id: string
  jurisdiction: string
}

/** A court with the values that decide whether the court system has it. */
export interface RegistryCourt extends CourtKind {
  in_use: boolean
  end_date: string | Date | null
}

/** Special courts that use the software of district courts, and of appellate courts. */
const LIKE_DISTRICT = ['cit', 'jpml', 'uscfc']
const LIKE_APPELLATE = ['cavc']

export const isBankruptcyCourt = ({ jurisdiction }: CourtKind): boolean => jurisdiction === 'FB'

/** Whether it uses the software of district courts, including bankruptcy courts. */
export const isDistrictCourt = ({ id, jurisdiction }: CourtKind): boolean =>
  ['FD', 'FB'].includes(jurisdiction) || LIKE_DISTRICT.includes(id)

/** Whether it uses the software of courts of appeals, including bankruptcy appellate panels. */
export const isAppellateCourt = ({ id, jurisdiction }: CourtKind): boolean =>
  (jurisdiction === 'F' && id !== 'scotus') ||
  isAppellatePanel({ jurisdiction }) ||
  LIKE_APPELLATE.includes(id)

/** Panels publish their dockets on the servers of their circuits. */
const isAppellatePanel = ({ jurisdiction }: Pick<CourtKind, 'jurisdiction'>): boolean =>
  jurisdiction === 'FBP'

/** Whether the court system has it under its own ID: an active federal court in use. */
export const isRegistryCourt = (court: RegistryCourt): boolean =>
  court.in_use &&
  court.end_date === null &&
  !isAppellatePanel(court) &&
  (isDistrictCourt(court) || isAppellateCourt(court))
