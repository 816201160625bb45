import { DASHED, DOTTED, named, SECTION, SIGN, TITLE } from './form_parts.js'
import type { CitationForm } from './tables.js'

const AGENCY = String.raw`(?<agency>[A-Z][A-Za-z]{1,4}(?:-[A-Z][A-Za-z]{0,3})?)`

/** The forms of state regulations around the name of the code, by the keys of the table of codes. */
export const REGULATION_FORMS: Record<string, CitationForm> = {
  /** `16VAC30-50-20`, `18 VAC 110-20-10`. */
  unspaced: {
    before: String.raw`${TITLE} ?`,
    after: String.raw` ?(?<section>\d{1,4}(?:-\d{1,4}){1,3}(?:\.\d{1,4})?)`,
  },
  /** `11 NCAC 04 .0319`, `11 N.C. Admin. Code 23A.0105`. */
  ncac: {
    before: String.raw`${TITLE} `,
    after: String.raw`,? ?(?<chapter>\d{1,2}[A-Z]?),? ?(?:§ ?)?(?:\.(?<section>\d{4})|Rule (?<section>\d{1,2}\.\d{1,2}))`,
  },
  /** `201 KAR 9:081`, `19 CSR 30-20.015`, `6 CCR 1007-2:1.2`, `8 AAC 45.070`. */
  titled_divided: {
    before: String.raw`${TITLE} `,
    after: String.raw`,? ?(?:${SIGN}\s?)?(?<section>\d{1,5}[A-Z]?(?:[-.:]\d{1,5}[A-Z]?){1,5})`,
  },
  /** `11.4.7.9 NMAC`, `11.4.7.9(A) NMAC`. */
  number_first: {
    before: String.raw`(?<section>\d{1,3}(?:\.\d{1,4}){1,5}) ?(?:\(\w{1,3}\)){0,3} ?`,
    after: '',
  },
  /** `216-RICR-40-10-1.4(A)`. */
  between: {
    before: String.raw`(?<title>\d{1,3})-`,
    after: String.raw`-(?<section>\d{1,3}(?:-\d{1,3}){1,3}(?:\.\d{1,3}){0,4})`,
  },
  /** `LAC 51:XXIII.301`, `LAC 33:IX.2701`. */
  lac: named(
    String.raw`,? ?(?<title>\d{1,2}):(?<part>[IVXLC]{1,7}|\d{1,3})\.(?<section>\d{1,5}[A-Z]?)`
  ),
  /** `N.H. Admin. R., Env-Wq 1403.05`, `Wis. Admin. Code DHS 34.03`. */
  agency: named(
    String.raw`,? (?:ch(?:s?\.|apters?) )?${AGENCY},? (?:${SIGN}\s?)?(?<section>\d{1,4}(?:\.\d{1,4}){0,2})`
  ),
  /** `Vt. Code R. 13-170-012`, `Miss. Code R. 15-16-1`. */
  dashed_label: named(
    String.raw`,? (?:${SIGN}\s?|[Rr]\. ?|[Rr]ule ?)?(?<section>${DASHED}|${DOTTED})`
  ),
  /** `La. Admin. Code tit. 51, pt. XXIII, § 101`. */
  title_part: named(
    String.raw`,? [Tt]it(?:le|\.) ?${TITLE},? (?:pt\.|part|ch\.|r\.|subtit\.) ?(?<part>[IVXLC]{1,7}|\d{1,4}[A-Z]?(?:[-.]\d{1,4}){0,4})(?:,? (?:${SIGN}\s?)(?<section>${SECTION}))?`
  ),
}
