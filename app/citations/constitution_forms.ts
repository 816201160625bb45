import { named, NATION, SIGN, STATES } from './form_parts.js'
import type { CitationForm } from './tables.js'

const PART = String.raw`(?:(?:[Pp]t\.?|[Pp]art|[Cc]h\.?|[Cc]hapter) ?(?<part>[IVX]{1,5}|\d{1,2}),? )?`
const ARTICLE = String.raw`(?:[Aa]rts?\.?|ARTS?\.|[Aa]rticles?|ARTICLE) ?(?<article>[IVXLC]{1,7}|\d{1,3})(?:[-–][A-Z]| [A-D](?=,))?(?: \([A-Z][a-z]{3,12}\))?(?:, pt\. (?:\d|[IVX]{1,4}))?`
const AMENDMENT = String.raw`(?:(?:[Aa]m(?:en)?ds?\.?|[Aa]mdts?\.?|AMENDS?\.|[Aa]mendments?|Am) ?(?:art\. )?(?<amendment>[IVXLC]{1,7}|\d{1,3})|(?<amendment>\d{1,2}(?:st|d|nd|rd|th)|First|Second|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Thirteenth|Fourteenth|Fifteenth) (?:[Aa]mend(?:ment|\.?)|[Aa]mdt\.))`
const SECTION = String.raw`(?:,? (?:${SIGN} ?|§|[Pp]ar\. ?|¶ ?)(?<section>\d{1,3}[a-z]?(?:\.\d{1,2}|[-–][a-z](?![a-z]))?|[IVX]{1,5}(?![a-z]))(?![\d]))?`
const PARAGRAPH = String.raw`(?:,? (?:[Pp]ar(?:a|agraph)?\.? |¶ ?)(?<paragraph>[IVXLC]{1,7}|\d{1,2}))?`
const CLAUSE = String.raw`(?:,? (?:cls?\.?|[Cc]lause) ?(?<clause>\d{1,2}))?`
const YEAR = String.raw`(?:,? (?:of )?(?:1[78]|19|20)\d\d)?`
const RIGHTS = String.raw`(?:Decl(?:aration|\.) (?:of )?R(?:igh)?ts\.?,? )?`
const STATE = `(?<state>${NATION}|${STATES})`

/** The forms of constitutions around their name, by the keys of the table of codes. */
export const CONSTITUTION_FORMS: Record<string, CitationForm> = {
  /** `U.S. Const. amend. XIV, § 1`, `Mass. Const. pt. 1, art. XII`, `US Const, Am VII`. */
  constitution: {
    before: `${STATE} ?`,
    after: String.raw`${YEAR},? ${RIGHTS}${PART}(?:(?:${ARTICLE}|${AMENDMENT}|(?<preamble>pmbl\.|[Pp]reamble))${SECTION}${PARAGRAPH}${CLAUSE}|[Cc]h?\. ?(?<chapter>\d|[IVX]{1,4})${SECTION}(?:,? art\. ?(?<article>\d{1,2}|[IVX]{1,5}))?|§{1,2} ?(?<section>\d{1,3}[A-Z]?(?:\.\d{1,2})?))`,
  },
  /** `Decl. of Rts. art. 24`, `Md. Decl. of Rts. art. 24`. */
  rights: {
    before: `(?:${STATE} )?`,
    after: String.raw`,? ${ARTICLE}${SECTION}`,
  },
  /** `article I, section 2, of the Illinois Constitution`, `art. 15 of the Massachusetts Declaration of Rights`. */
  constitution_of: {
    before: String.raw`${PART}${ARTICLE}${SECTION}${CLAUSE},? (?:of|to) (?:the )?(?:${STATE} )?`,
    after: '',
    reach: 80,
  },
  /** `amendment XIV to the Constitution`, without a state. */
  bare_constitution: {
    before: '',
    after: String.raw`${YEAR},? ${PART}(?:${ARTICLE}${SECTION}|${AMENDMENT})${CLAUSE}`,
  },
  /** `Article I, Section 8, Clause 18` alone; {@link withSupport} decides whether a constitution is meant. */
  bare_article: {
    before: '',
    after: String.raw`(?<reporter>[Aa]rticle|ARTICLE|[Aa]rt\.) (?<article>[IVXLC]{1,6})(?: \([A-Z][a-z]{3,12}\))?,? (?:${SIGN}) ?(?<section>\d{1,2}[a-z]?)(?:,? (?:cl\.|[Cc]lause) ?(?<clause>\d{1,2}))?`,
    leads: ['Article ', 'article ', 'ARTICLE ', 'Art. ', 'art. '],
  },
  /** `U.N. Charter art. 94, ¶ 1`. */
  charter: named(String.raw`,? ${ARTICLE}(?:,? (?:¶|para?\.) ?(?<paragraph>\d{1,2}))?`),
}
