import { named } from './form_parts.js'
import type { CitationForm } from './tables.js'

const YEAR = String.raw`(?<year>(?:1[5-9]|20)\d\d(?:[-–]\d{2,4})?)`
const SESSION = String.raw`(?:(?:\(?(?:\d{1,2}(?:st|d|nd|rd|th) |First |Second )?(?:Ex|Extra|Spec|Reg|Extraordinary|Special|Regular)\.? ?(?:Sess|Session)?\.?\)?),? )?`
const CHAPTER = String.raw`(?:[Cc]h(?:ap|apter)?s?\.?|[Cc]c?\.|[Nn]os?\.?|Acts?|Pub\. ?(?:Act|L\.)|P\.A\.|P\.L\.|H\.B\.|S\.B\.|[Pp]p?\.) ?(?:Nos?\. ?)?(?<chapter>\d{1,4}[A-Z]?(?:-\d{1,4})?)`

const SECTION = String.raw`(?:,? §{1,2} ?(?<section>\d{1,4}[A-Z]?(?:\.\d{1,2})?))?`

/** The forms of session laws around the name of the series, by the keys of the table of codes. */
export const SESSION_FORMS: Record<string, CitationForm> = {
  /** `2003 N.C. Sess. Laws ch. 1`, `1989 Mass. Acts ch. 580`. */
  session_chapter: { before: `${YEAR} `, after: `,? ${SESSION}${CHAPTER}${SECTION}` },
  /** `Laws of 1973, 1st Ex. Sess., ch. 207`, `Acts 2020, ch. 1227`, `L. 1972, c. 45`. */
  session_year: named(`,? ?(?:of )?${YEAR},? ${SESSION}${CHAPTER}${SECTION}`),
  /** `ch. 26, § 10, SLA 1997`, `ch. 2019-5, Laws of Fla.`, `Ch. 173, 2019 Colo. Sess. Laws`. */
  session_last: {
    before: String.raw`(?:[Cc]h(?:ap|apter)?\.?|[Nn]o\.|Act) (?<chapter>\d{1,4}(?:-\d{1,4})?),? (?:§{1,2} ?\d{1,3}[a-z]?,? )?`,
    after: String.raw`(?: ?(?:of )?${YEAR})?`,
  },
  /** `1993 PA 78`. */
  session_act: { before: `${YEAR} `, after: String.raw` (?<act>\d{1,4})` },
  /** `2011 Am.Sub.H.B. No. 86`. */
  bill: {
    before: `(?:${YEAR} )?`,
    after: String.raw` ?(?:Nos?\. ?)(?<number>\d{1,4})`,
  },
  /** `Act 2009-588`, `Pub. Act 99-642`, `D.C. Law 21-18`. */
  act_number: named(String.raw` ?(?:Nos?\. ?)?(?<law>\d{1,4}[-–]\d{1,4})`),
  /** `29 Car. 2, c. 3`, `13 Eliz. I, c. 5`, `4 Anne c. 16`. */
  regnal: {
    before: String.raw`(?<year>\d{1,2}(?:(?: ?& ?|[-–])\d{1,2})?) `,
    after: String.raw`(?: ?(?<reign>\d|[IVX]{1,4}))?(?:,? (?:[Ss]tat|[Ss]ess)\. ?\d)?,? ?(?:[Cc]h?\.|[Cc]c?\.|[Cc]ap\.|[Cc]hap\.) ?(?<chapter>\d{1,4})(?:,? (?:§|s\.) ?(?<section>\d{1,3}))?`,
  },
}
