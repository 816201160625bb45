/** Citations of a decision in several styles. */
import { abbreviateCaseName } from '#app/citations/case_names/abbreviate_name'

export interface CitedCase {
  name: string
  /** The name in short citations: `Carolene Products`. */
  shortName: string
  citations: Citation[]
  /** Abbreviation of the court: `5th Cir.`, `SCOTUS`. */
  court: string
  courtName: string
  docketNumber: string
  /** Date of the decision, `YYYY-MM-DD`. */
  decided: string
}

export interface Citation {
  volume: string
  reporter: string
  page: string
  /** Code from `CITATION_TYPES`. */
  type: number
}

/** Citation types in the Bluebook's order of preference (rule 10.3). */
const PREFERRED = [1, 3, 2, 8, 4, 5, 7, 6]
const NEUTRAL = 8
/** Reporters of the Supreme Court of the United States, official one first. */
const SUPREME_COURT_REPORTERS = ['U.S.', 'S. Ct.', 'L. Ed.', 'L. Ed. 2d']
const MONTHS = 'Jan. Feb. Mar. Apr. May June July Aug. Sept. Oct. Nov. Dec.'.split(' ')

/**
 * A Bluebook citation (rule 10) with an abbreviated name (tables T6 and T10), which is also that of
 * the ALWD Guide: `Brown v. Bd. of Educ., 347 U.S. 483 (1954)`. An unreported decision is cited by
 * docket number (rule 10.8.1).
 */
export function bluebookCitation(cited: CitedCase): string {
  return citationUnder(abbreviateCaseName(cited.name), cited)
}

/** Like {@link bluebookCitation}, with the full name, for readers who aren't lawyers. */
export function fullNameCitation(cited: CitedCase): string {
  return citationUnder(cited.name, cited)
}

function citationUnder(name: string, cited: CitedCase): string {
  if (cited.citations.length) return `${name}, ${formatReporterCitation(cited)}`
  const number = cited.docketNumber && `, No. ${cited.docketNumber}`
  return `${name}${number} (${joined(courtOf(cited), citedDate(cited.decided))})`
}

/** A citation in two parts, between which a pinpoint is inserted. */
export interface PinpointCitation {
  /** `In re Copperline, 901 F. Supp. 3d 101` */
  before: string
  /** ` (D. Minn. 2024)` */
  after: string
  /** The page before the first page break; empty if the breaks are those of another report. */
  page: string
}

/** Pages before the first break in an opinion: that of the caption and those of the syllabus. */
const MAX_FIRST_PAGES = 12

/**
 * A Bluebook citation for quotations: the neutral one of a text with numbered paragraphs, or that
 * of the report whose pages the text shows.
 *
 * @param firstBreak the first page number in the text
 */
export function pinpointCitation(
  cited: CitedCase,
  { firstBreak, isNumbered }: { firstBreak?: string; isNumbered: boolean }
): PinpointCitation {
  const ranked = cited.citations.toSorted((one, other) => rank(one) - rank(other))
  const neutral = isNumbered && ranked.find(({ type }) => type === NEUTRAL)
  const paged = ranked.find(({ page }) => {
    const gap = Number(firstBreak) - Number(page)
    return gap >= 0 && gap <= MAX_FIRST_PAGES
  })
  const best = neutral || paged || ranked[0]
  const whole = bluebookCitation({ ...cited, citations: best ? [best] : [] })
  const place = best ? formatCitation(best) : cited.docketNumber
  const end = place ? whole.lastIndexOf(place) + place.length : whole.lastIndexOf(' (')
  const page = paged && !neutral ? Math.max(Number(paged.page), Number(firstBreak) - 1) : ''
  return { before: whole.slice(0, end), after: whole.slice(end), page: String(page) }
}

/**
 * A citation in the California Style Manual, with the year before the report: `Brown v. Board of
 * Education (1954) 347 U.S. 483 [74 S.Ct. 686]`.
 */
export function californiaCitation(cited: CitedCase): string {
  const [best, ...others] = cited.citations
    .toSorted((one, other) => rank(one) - rank(other))
    .map((citation) => formatCitation({ ...citation, reporter: closedUp(citation.reporter) }))
  const [, court] = /^(?:U\.S\.|Cal\.?)?(.*)$/.exec(courtOf(cited))!
  const year = `(${joined(court!.trim(), cited.decided.slice(0, 4))})`
  if (!best) return `${cited.name} ${year}${cited.docketNumber && ` ${cited.docketNumber}`}`
  return `${cited.name} ${year} ${best}${others.length ? ` [${others.join(', ')}]` : ''}`
}

/**
 * A citation in the New York Law Reports Style Manual, without periods and with brackets: `Brown v
 * Board of Educ., 347 US 483 [1954]`.
 */
export function newYorkCitation(cited: CitedCase): string {
  const [best] = cited.citations.toSorted((one, other) => rank(one) - rank(other))
  const name = cited.name.replace(/ v\. /, ' v ')
  const court = best && SUPREME_COURT_REPORTERS.includes(best.reporter) ? '' : courtOf(cited)
  const facts = `[${joined(court.replaceAll('.', ''), cited.decided.slice(0, 4))}]`
  if (!best) return `${name} ${facts}`
  const report = { ...best, reporter: closedUp(best.reporter).replaceAll('.', '') }
  return `${name}, ${formatCitation(report)} ${facts}`
}

/** `F. Supp. 2d` is `F.Supp.2d`. */
const closedUp = (reporter: string) => reporter.replaceAll(/(?<=\.) /g, '')

/** Reporter, court, and year: `901 F.4th 201 (D.C. Cir. 2025)`; court and year if unreported. */
export function formatReporterCitation(
  cited: Pick<CitedCase, 'citations' | 'court' | 'decided'>
): string {
  const [best] = cited.citations.toSorted((one, other) => rank(one) - rank(other))
  const year = cited.decided.slice(0, 4)
  if (!best) return `(${joined(courtOf(cited), year)})`
  // A neutral citation includes the court and year.
  if (best.type === NEUTRAL) return formatCitation(best)
  const court = SUPREME_COURT_REPORTERS.includes(best.reporter) ? '' : courtOf(cited)
  return `${formatCitation(best)} (${joined(court, year)})`
}

/** Plain text with the name, all citations, court, and date. */
export function plainCitation(cited: CitedCase): string {
  const number = cited.docketNumber && `No. ${cited.docketNumber}`
  const places = cited.citations.length
    ? cited.citations.map(formatCitation)
    : [number].filter(Boolean)
  const decided = [cited.courtName, citedDate(cited.decided)].filter(Boolean).join(', ')
  return `${[cited.name, ...places].join(', ')} (${decided})`
}

/**
 * A short citation (Bluebook rule 10.9), whose page the reader replaces: `Carolene Products, 304
 * U.S. at 144`.
 */
export function shortCitation({ name, shortName, citations, docketNumber }: CitedCase): string {
  const [best] = citations.toSorted((one, other) => rank(one) - rank(other))
  const called = shortName || name
  if (!best) return docketNumber ? `${called}, No. ${docketNumber}` : called
  // The number of a neutral citation isn't a page.
  if (best.type === NEUTRAL) return `${called}, ${formatCitation(best)}`
  return `${called}, ${best.volume} ${best.reporter} at ${best.page}`
}

/** A Markdown link with the citation as its label. */
export function markdownCitation(cited: CitedCase, address: string): string {
  return `[${bluebookCitation(cited).replace(/[\\[\]*_`<]/g, '\\$&')}](${address})`
}

export function formatCitation({ volume, reporter, page }: Citation): string {
  return `${volume} ${reporter} ${page}`
}

/** The Bluebook calls the Supreme Court of the United States `U.S.` (table T1.1). */
function courtOf({ court }: Pick<CitedCase, 'court'>): string {
  return court === 'SCOTUS' ? 'U.S.' : court
}

function rank({ type, reporter }: Citation): number {
  const official = SUPREME_COURT_REPORTERS.indexOf(reporter)
  if (official >= 0) return official / SUPREME_COURT_REPORTERS.length - 1
  const place = PREFERRED.indexOf(type)
  return place < 0 ? PREFERRED.length : place
}

/** A date in a citation (Bluebook, table T12): `Feb. 15, 2024`. @param date `YYYY-MM-DD` */
export function citedDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day}, ${year}`
}

function joined(court: string, date: string): string {
  return [court, date].filter(Boolean).join(' ')
}
