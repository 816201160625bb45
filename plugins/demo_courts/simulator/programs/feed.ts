import { escapeHtml } from '#app/support/escape_html'
import { xml, type Answer } from '../http/answers.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt, getCourtHost } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry } from '../model/types.js'
import { itemId } from '../model/world.js'
import type { Visit } from './visit.js'

/** Maximum number of entries. */
const MAX_ITEMS = 50

/** The feed of a court: its newest entries, without a login (court-system, 7). */
export function courtFeed({ court, system }: Visit): Answer {
  const items = system.world
    .cases()
    .filter((one) => one.court === court && one.state === 'open' && !one.defendant)
    .flatMap((of) => of.entries.map((entry) => ({ of, entry })))
    .toSorted((one, other) => other.entry.entered.localeCompare(one.entry.entered))
    .slice(0, MAX_ITEMS)
  return xml(`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel>
<title>SIMULATED - ${escapeHtml(getSimulatedCourt(court).name)}</title>
<link>https://${getCourtHost(court)}</link>
<description>Docket entries of invented cases</description>
${items.map(({ of, entry }) => item(of, entry)).join('\n')}
</channel></rss>
`)
}

function item(of: SimulatedCase, entry: SimulatedEntry): string {
  const host = `https://${getCourtHost(of.court)}`
  const isAppellate = of.kind === 'appellate'
  const link = isAppellate
    ? `${host}${getSimulatedCourt(of.court).transportRoom}?servlet=CaseSummary.jsp&caseNum=${of.number}`
    : `${host}/cgi-bin/DktRpt.pl?${of.id}`
  const tags = {
    title: `${fullNumber(of)} ${of.name}`,
    pubDate: new Date(`${entry.entered}T12:00:00Z`).toUTCString(),
    guid: `${link}&seq=${entry.sequence}`,
    link,
    description: descriptionOf(of, entry),
  }
  const printed = Object.entries(tags).map(
    ([name, value]) => `<${name}>${escapeHtml(value)}</${name}>`
  )
  return `<item>${printed.join('')}</item>`
}

/** The event in brackets and a linked number. Bankruptcy courts add the kind and chapter. */
function descriptionOf(of: SimulatedCase, entry: SimulatedEntry): string {
  const [document] = entry.documents
  const path = of.kind === 'appellate' ? 'docs1' : 'doc1'
  const url =
    document &&
    `https://${getCourtHost(of.court)}/${path}/${itemId(document.id)}?caseid=${of.id}&de_seq_num=${entry.sequence}`
  const number = url ? ` ( <a href="${url}">${entry.number}</a> )` : ''
  const isBankruptcy = of.kind === 'petition' || of.kind === 'adversary'
  const head = isBankruptcy
    ? `Type: ${of.kind === 'petition' ? 'bk' : 'ap'} Office: 1 Chapter: ${of.chapter} Trustee: ${of.trustee} `
    : ''
  return `${head}[${entry.event}]${number}`
}
