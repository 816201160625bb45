import type { CitationForm } from './tables.js'
import {
  CHAPTER,
  CHAPTER_NUMBER,
  DASHED,
  DASHES,
  DOTTED,
  named,
  SECTION,
  SIGN,
  SUBSECTIONS,
  SUPPLEMENT,
  TITLE,
  titled,
} from './form_parts.js'

/** The sections before the last one: `sections 1981, 1982, and 1983 of title 42`. */
const OTHERS = String.raw`(?:${SECTION}(?:\(\w{1,4}\)){0,6}(?:, and |, or |, | and | or | & )){0,4}`

/** The forms of statutory citations around the name of the code, by the keys that the table of codes uses. */
export const LAW_FORMS: Record<string, CitationForm> = {
  /** `42 U.S.C. 1983`, `18 USC § 924`, `Title 42, United States Code, Section 1983`. */
  titled: titled(
    String.raw`,?\s*(?:${SIGN}\s?)?(?<section>${SECTION})(?: (?<note>note))?|${CHAPTER}`
  ),
  titled_sign: titled(
    String.raw`(?: Ann\.)?,?\s*(?:${SUPPLEMENT}${SIGN}\s?)(?<section>${SECTION})`
  ),
  /** `940 CMR 3.16`; `12 CMR 345` is a case. */
  titled_dotted: titled(String.raw`,?\s(?:${SIGN}\s?)?(?<section>${DOTTED})`),
  /** `46 U.S.C. app. § 30`. */
  appendix: titled(
    String.raw`,? (?<appendix>[Aa]pp(?:endix|['’]x)?)\.?(?: \d{1,2}(?=,? ?§))?,? ?(?:${SIGN}\s?)?(?<section>${SECTION})`
  ),
  /** `29 C.F.R. pt. 541`. */
  part: titled(String.raw`,? ?(?:[Pp]ts?\.|[Pp]arts?) (?<part>\d{1,5}[A-Z]?)`),
  /** `section 1983 of title 42`, with the words after the name of the code as its abbreviation. */
  of_code: {
    before: String.raw`(?:${SIGN})\s?${OTHERS}(?<section>${SECTION})${SUBSECTIONS},? (?:of )?(?:[Tt]itle )${TITLE},? (?:of )?(?:the )?`,
    after: '',
    reach: 80,
  },
  /** `section 1983 of title 42`, without the name of the code. */
  of_title: {
    before: '',
    after: String.raw`(?<reporter>[Ss]ections?) ${OTHERS}(?<section>${SECTION})${SUBSECTIONS} of [Tt]itle ${TITLE}(?!\w|,? (?:of )?(?:the |this )?(?:[A-Z][a-z]|U\.S))`,
    leads: ['Section ', 'section ', 'Sections ', 'sections '],
  },
  /** `Fla. Stat. § 768.28`, `Utah Code section 76-5-203`. */
  sign: named(String.raw`,?\s*(?:\(?\d{4}\)?,? )?(?:${SIGN}\s?)(?<section>${SECTION})|${CHAPTER}`),
  sign_agency: named(String.raw`,? (?:${SIGN}\s?)(?<agency>[A-Z]{2,5}) (?<section>${SECTION})`),
  /** `MCL 750.316`, `N.J.S.A. 2C:11-3`, but not the year of `RSMo 2016`. */
  optional: named(
    String.raw`,?\s?(?:${SIGN}\s?|(?!(?:19|20)\d\d(?![.:-]?\d)))(?<section>${SECTION})|${CHAPTER}`
  ),
  /** `ORS 163.115`, but not the plate `ORS 12`. */
  optional_divided: named(
    String.raw`,?\s?(?:(?:${SIGN}\s?)(?<section>${SECTION})|(?<section>(?=\d+[A-Z]*[-.:])${SECTION}))|${CHAPTER}`
  ),
  /** `K.S.A. 2020 Supp. 21-5402`. */
  supp: named(String.raw` \d{4} Supp\. (?<section>${SECTION})`),
  dotted: named(String.raw`,? (?:${SIGN}\s?)?(?<section>${DOTTED})|${CHAPTER}`),
  dashed: named(String.raw`,? (?:${SIGN}\s?)?(?<section>${DASHED})`),
  dashed_sign: named(String.raw` (?:${SIGN}\s?)(?<section>\d{1,2}(?:\.\d{1,2})?[A-Z]?${DASHES})`),
  /** `§ 13A-5-40, Ala. Code 1975`, `section 97-3-19 of the Mississippi Code`. */
  first: {
    before: String.raw`(?:${SIGN})\s?${OTHERS}(?<section>${SECTION})${SUBSECTIONS}(?: et seq\.)?,? (?:of )?(?:the )?`,
    after: String.raw`(?!,? ?(?:§|[Ss]ec|(?!(?:19|20)\d\d(?![-.:]?\d))\d))`,
    reach: 80,
  },
  /** `Section 1983` alone; {@link withSupport} decides whether the text cites its code. */
  bare_section: {
    before: '',
    after: String.raw`(?<reporter>[Ss]ections?|SECTIONS?) (?<section>${SECTION})`,
    leads: ['Section ', 'section ', 'Sections ', 'sections ', 'SECTION '],
  },
  /** `ch. 59.18 RCW`, `chapter 541 of the Revised Statutes`. */
  chapter_of: {
    before: String.raw`(?:[Cc]h(?:ap|apter)?s?\.?) ${CHAPTER_NUMBER},? (?:of )?(?:the )?`,
    after: String.raw`(?!,? ?(?:§|[Ss]ec|\d{1,5}[-.:]))`,
  },
  /** `Vt. Stat. Ann. tit. 13, § 2301`. */
  title_after: named(
    String.raw`,? [Tt]it(?:le|\.)? ?${TITLE},? ?(?:${SIGN}\s?)?(?<section>${SECTION})`
  ),
  okla: titled(String.raw` ?${SUPPLEMENT},? ?(?:${SIGN}\s?)(?<section>${SECTION})`),
  /** `735 ILCS 5/2-1005`. */
  ilcs: {
    before: String.raw`(?<chapter>\d{1,3}) `,
    after: String.raw`,? ?(?<act>\d{1,5}) ?/ ?(?:${SIGN}\s?)?(?<section>${SECTION})`,
  },
  /** `Ill. Rev. Stat. 1987, ch. 38, par. 9-1`. */
  ill_rev: named(
    String.raw`,?(?: (?:1[89]\d\d|19\d\d Supp\.),?)? ch(?:ap)?\. ?(?<chapter>\d{1,3}[A-Z½]?),? ?(?:pars?\.|¶{1,2}|§{1,2}) ?(?<section>${SECTION})`
  ),
  /** `G. L. c. 93A, § 2`. */
  chapter: named(
    String.raw`,? (?:c|ch|chap)\.? ?(?<chapter>\d{1,3}[A-Z]{0,2})(?:,? ?(?:${SIGN}\s?)(?<section>${SECTION}))?`
  ),
  /** `La. C.C. art. 2315`. */
  article: named(
    String.raw`,? ?(?:[Aa]rts? ?\.?|[Aa]rticles?|ARTS?\.) ?(?<article>${SECTION}|[IVXLC]{1,6})`
  ),
  /** `Md. Code Ann., Crim. Law § 2-201`. */
  md: named(
    String.raw`,? ?(?<subject>[A-Z][A-Za-z.'’-]{1,14}(?: (?:[A-Z&][A-Za-z.'’-]{0,14})){0,4}),? ?(?:Art\., ?)?(?:${SIGN}\s?)(?<section>${SECTION})`
  ),
  guideline: named(
    String.raw`,? ?(?:${SIGN}\s?)?(?<section>\d[A-Z]\d{1,2}\.\d{1,2})|,? ?(?:[Cc]h(?:apter|\.) ?(?<chapter>\d|[IVX]{1,4})(?:,? (?:[Pp]t\.|[Pp]art) ?(?<part>[A-Z]))?|[Aa]pp(?:endix|\.) ?(?<appendix>[A-C])(?:,? (?:[Aa]mend(?:ment|\.)|Nos?\.) ?(?<amendment>\d{1,3}))?|(?:[Aa]mend(?:ment|\.) ?(?<amendment>\d{1,3})))`
  ),
  /** `Restatement (Second) of Torts § 402A`. */
  restatement: {
    before: '',
    after: String.raw`(?<reporter>Restatement (?:\((?:First|Second|Third|Fourth)\) )?(?:\((?:First|Second|Third)\) )?(?:of )?(?:the )?(?<subject>(?:[A-Z][A-Za-z'’.]{0,20}:?|of|the|and|&|in|for)(?:,? (?:[A-Z][A-Za-z'’.]{0,20}:?|of|the|and|&|in|for)){0,11})(?: \((?:First|Second|Third|\d)[A-Za-z]{0,2}\))?),? (?:${SIGN}\s?)(?<section>\d{1,3}[A-Z]?(?:\.\d{1,2})?)`,
    leads: ['Restatement '],
  },
  /** `Principles of the L. of Aggregate Litig. § 3.05`. */
  principles: {
    before: '',
    after: String.raw`(?<reporter>Principles of (?:the )?(?<subject>[A-Z][A-Za-z.'’]{0,20}(?:,? (?:[A-Z][A-Za-z.'’]{0,20}|of|the|and|&|in|for)){0,11}))(?: \([A-Z][^)]{1,30}\))?,? (?:${SIGN}\s?)(?<section>\d{1,2}\.\d{1,2})`,
    leads: ['Principles of '],
  },
  /** `Pub. L. No. 88-352, § 201`. */
  public_law: named(
    String.raw` ?(?:Nos?\.?|Number)? ?(?<law>\d{1,3}[-–]\d{1,5})(?:,? (?:div\. [A-Z], )?(?:tit\. [IVX]{1,5}, )?(?:${SIGN}\s?)(?<section>\d{1,5}[A-Z]?))?`
  ),
  volume: {
    before: String.raw`(?<volume>[1-9]\d*) `,
    after: String.raw` (?<page>(?:[A-Z]-?)?\d(?:[\d,]*\d)?)`,
  },
  td: named(String.raw` (?<number>\d{4,5})`),
  ruling: named(String.raw` (?<number>\d{2,4}[-–]\d{1,4})`),
  report: named(String.raw` ?(?:Nos?\. ?)?(?<number>\d{1,3}[-–]\d{1,5})`),
  /** `Exec. Order No. 13,769`, `E.O. 12866`; smaller numbers are of governors. */
  order: named(String.raw` (?:Nos?\. ?)?(?<number>\d{1,2},\d{3}|\d{4,5})(?![\d,]\d)`),
  treaty: named(String.raw` (?:Nos?\. ?)?(?<number>\d{1,5}(?:[,.-]\d{1,4})?)`),
  /** `ERISA § 502(a)`, `§ 10(b) of the Exchange Act`. */
  popular: named(String.raw`(?: of (?:1[89]|20)\d\d)?,? (?:${SIGN}\s?)(?<section>${SECTION})`),
}
