const MONTH = String.raw`(?<month>(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?)`
const DATE = String.raw`(?:${MONTH} (?:(?<day>\d{1,2}),? )?)?(?<year>\d{4})(?:[-–]\d{2,4})?`
const COURT_AND_DATE = new RegExp(`^\\s*(?:(?<court>[^)]*?[^)\\s\\d])\\s+)?${DATE}\\s*$`)

export interface CourtAndDate {
  readonly court?: string
  readonly year: number
  readonly month?: string
  readonly day?: string
}

/** Reads `4th Cir. 1982`, `Pa. Jan. 1, 2019`, `1993-94`. */
export function courtAndDate(content: string): CourtAndDate | null {
  const match = content.length > 120 ? null : COURT_AND_DATE.exec(content)
  if (!match) return null
  const { court, year, month, day } = match.groups!
  return {
    year: Number(year),
    ...(court && { court }),
    ...(month && { month }),
    ...(day && { day }),
  }
}
