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

export const isAppellateCourt = ({ id, jurisdiction }: CourtKind): boolean =>
  (jurisdiction === 'F' && id !== 'scotus') || LIKE_APPELLATE.includes(id)

/** Whether the court system has it: an active federal court in use. */
export const isRegistryCourt = (court: RegistryCourt): boolean =>
  court.in_use && court.end_date === null && (isDistrictCourt(court) || isAppellateCourt(court))
