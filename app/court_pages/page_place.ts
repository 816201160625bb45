/** The source of a page, from its links. */

/** The court's and the case's ID in the system, if links contain them. */
export interface PagePlace {
  court: string | null
  caseId: string | null
}

const HOST = /\becf\.([a-z0-9]{2,10})\.uscourts\.gov\b/g
/** Case IDs in scripts of links to documents, in links to reports, and in hidden fields. */
const CASE_IDS = [
  /\bgoDLS\('[^']{0,100}','(\d{1,12})'/g,
  /\b(?:DktRpt|HistDocQry|iquery|qrySummary)\.pl\?(\d{1,12})(?!\d)/g,
  /[?&;]caseid=(\d{1,12})(?!\d)/gi,
]
/** Maximum number of matches counted; the first ones are representative. */
const ENOUGH = 1000

/**
 * The court and case of a district, bankruptcy, or appellate page: those named by most
 * links, since a docket may link to other cases.
 *
 * @param source the page
 */
export function pagePlace(source: string): PagePlace {
  const ids = CASE_IDS.map((form) => mostFrequent(source, form))
  return { court: mostFrequent(source, HOST), caseId: ids.find((id) => id !== null) ?? null }
}

function mostFrequent(source: string, form: RegExp): string | null {
  const counts = new Map<string, number>()
  let found = 0
  for (const [, value] of source.matchAll(form)) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (++found === ENOUGH) break
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
