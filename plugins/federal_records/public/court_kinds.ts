/** Courts by the programs of the court system that serve them (court system, 3). */

export interface CourtKind {
  id: string
  jurisdiction: string
}

/** A court as the court system may have it. */
export interface RegistryCourt extends CourtKind {
  in_use: boolean
  end_date: string | Date | null
}

/** Courts of special jurisdiction on the programs of district courts, and on those of appellate ones. */
const LIKE_DISTRICT = ['cit', 'jpml', 'uscfc']
const LIKE_APPELLATE = ['cavc']

export const isBankruptcyCourt = ({ jurisdiction }: CourtKind): boolean => jurisdiction === 'FB'

/** Whether the programs of district courts serve it; bankruptcy courts included. */
export const isDistrictCourt = ({ id, jurisdiction }: CourtKind): boolean =>
  ['FD', 'FB'].includes(jurisdiction) || LIKE_DISTRICT.includes(id)

export const isAppellateCourt = ({ id, jurisdiction }: CourtKind): boolean =>
  (jurisdiction === 'F' && id !== 'scotus') || LIKE_APPELLATE.includes(id)

/** Whether the court system has it today: a federal court in use that has not ended. */
export const isRegistryCourt = (court: RegistryCourt): boolean =>
  court.in_use && court.end_date === null && (isDistrictCourt(court) || isAppellateCourt(court))
