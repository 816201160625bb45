/** Counsel in a case before the Supreme Court. */
export interface SupremeCourtAttorney {
  name: string
  is_counsel_of_record: boolean
  title: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  email: string | null
}

/** A party, or an amicus (`Other`). */
export interface SupremeCourtParty {
  type: string
  name: string
  attorneys: SupremeCourtAttorney[]
}

/** A document of an entry. */
export interface SupremeCourtAttachment {
  description: string
  document_url: string
  document_number: number | null
}

/** One line of "Proceedings and Orders". */
export interface SupremeCourtEntry {
  date_filed: string | null
  document_number: number | null
  description: string
  description_html: string
  attachments: SupremeCourtAttachment[]
}

/** A docket of the Supreme Court. */
export interface SupremeCourtDocket {
  docket_number: string
  /** Null if the page doesn't contain it. */
  capital_case: boolean | null
  date_filed: string | null
  case_name: string
  /** Numbers of linked cases, as printed. */
  links: string
  lower_court: string | null
  lower_court_case_numbers: string[] | null
  lower_court_case_numbers_raw: string | null
  lower_court_decision_date: string | null
  lower_court_rehearing_denied_date: string | null
  discretionary_court_decision: string | null
  questions_presented: string | null
  parties: SupremeCourtParty[]
  docket_entries: SupremeCourtEntry[]
}

const SITE = 'https://www.supremecourt.gov/'

/** The URL of a page of the court's website; links of saved pages may be relative. */
export function supremeCourtUrl(link: string): string {
  if (/^https?:\/\//i.test(link)) return link
  let path = link
  while (path.startsWith('../')) path = path.slice(3)
  return SITE + path.replace(/^\.?\/+/, '')
}

/** The number in `/DocketPDF/24/24-966/351352/…`, shared by all documents of a filing. */
export function filingNumber(url: string | undefined): number | null {
  const digits = url && /\/DocketPDF\/\d+\/[^/]{1,20}\/(\d{1,12})\//i.exec(url)?.[1]
  return digits ? Number(digits) : null
}

/** Numbers in `(22-16375, 22-16622)`, `(95-1 & 95-2)`, or `(23-2051 (See also 23-1853))`, or null. */
export function lowerCourtNumbers(printed: string | null): string[] | null {
  if (!printed) return null
  return printed
    .split(/[,;()&]|\band\b/i)
    .map((number) => number.replace(/^\s*(?:see also\b:?|nos?\.)/i, '').trim())
    .filter(Boolean)
}

/**
 * The number in `No. 23A999 *** CAPITAL CASE ***`, `22O135, Original`, or `No. 135, Orig.`. The
 * court counts all original cases in one series, `22O`.
 */
export function supremeCourtNumber(printed: string): string {
  const number = printed
    .replace(/^\s*Nos?\.\s*/i, '')
    .split(/[*,]/)[0]
    .replace(/\s+(?:Original|Orig\.?)\s*$/i, '')
    .trim()
  return /^\d{1,3}$/.test(number) && /\bOrig(?:\.|inal)/i.test(printed) ? `22O${number}` : number
}

/** The number of the docket to which a link of the court's website leads, or null. */
export function linkedDocketNumber(link: string): string | null {
  const name = /(?:[?&]filename=|\/docketfiles\/)(?:[^&#]{0,200}\/)?([\w-]{1,20})\.html?\b/i.exec(
    link
  )
  return name && name[1].toUpperCase()
}

/** Counsel grouped by the party they represent, in page order. */
export function groupByParty(
  counsel: { type: string; party: string; attorney: SupremeCourtAttorney }[]
): SupremeCourtParty[] {
  const parties = new Map<string, SupremeCourtParty>()
  for (const { type, party, attorney } of counsel) {
    const key = JSON.stringify([type, party])
    const known = parties.get(key)
    if (known) known.attorneys.push(attorney)
    else parties.set(key, { type, name: party, attorneys: [attorney] })
  }
  return [...parties.values()]
}

/** `Petitioner`, `Respondent`, or `Other`, from the heading of a list of counsel. */
export function partyType(heading: string): string {
  const side = /^\s*Attorneys? for (Petitioner|Respondent)/i.exec(heading)?.[1].toLowerCase()
  return side === 'petitioner' ? 'Petitioner' : side === 'respondent' ? 'Respondent' : 'Other'
}
