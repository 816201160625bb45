import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedClaim } from '../model/types.js'
import { lines, markup, printedDate, type Markup } from './markup.js'

/** Deadlines of all simulated cases. */
const LAST_DAY = '06/28/2024'
const LAST_DAY_OF_GOVERNMENT = '07/31/2024'

/** Labels and values separated by line breaks, each line ending with one. */
const labelled = (values: [label: string, value: Markup | string][]): Markup =>
  markup`${values.map(([label, value]) => markup`${label}: ${value}<br>`)}`

const bold = (label: string, value: string): Markup => markup`<b>${label}: </b> ${value}`

/** Table rows of claims alternate between two colors. */
const rowClass = (at: number) => (at % 2 === 0 ? 'rowBackground1' : 'rowBackground2')

const claimPath = (of: SimulatedCase, { id, number }: SimulatedClaim) => {
  const query = `caseid=${of.id}&claim_id=${id}&claim_num=${number}-1&magic_num=MAGIC`
  return {
    href: `/cgi-bin/show_doc.pl?${query}`,
    id: `document${query.replace(/^|&/g, 'K').replaceAll('=', 'V')}`,
  }
}

/** The register of a case: its head, a table for each claim, and the summary (court-system, 7). */
export function claimsRegisterPage(of: SimulatedCase, claims: SimulatedClaim[]): Markup {
  const head: [string, string][][] = [
    [
      ['Judge', of.judge],
      ['Chapter', of.chapter],
    ],
    [
      ['Office', of.division],
      ['Last Date to file claims', LAST_DAY],
    ],
    [
      ['Trustee', of.trustee],
      ['Last Date to file (Govt)', LAST_DAY_OF_GOVERNMENT],
    ],
  ]
  return markup`<center><h2>${getSimulatedCourt(of.court).name}<br>Claims Register </h2><font size="+1"><a href="/cgi-bin/DktRpt.pl?${of.id}">${fullNumber(of)} ${of.name} </a></font><br>
<p></p>
<table>
${head.map(
  ([left, right]) =>
    markup`<tr><td>${bold(...left)}</td><td><b> </b></td><td>${bold(...right)}</td></tr>
`
)}</table>
${claims.map((claim, at) => registeredClaim(of, claim, rowClass(at)))}
${summary(of, claims)}</center>`
}

function registeredClaim(of: SimulatedCase, claim: SimulatedClaim, row: string): Markup {
  const { number, creditorId, creditor, filed, entered } = claim
  const amounts: [string, string][] = [
    ['Amount', claim.claimed],
    ['Secured', claim.secured],
    ['Priority', claim.priority],
  ]
  const italic = (label: string, value: string) => markup`<i>${label}:</i> ${value}`
  const dated = (label: string, day: string) =>
    markup`<i>${label}</i>:\u00A0${printedDate(day)}<br>`
  const { href, id } = claimPath(of, claim)
  const filing = `Claim #${number} filed by ${creditor[0]}, Amount claimed: ${claim.claimed}`
  return markup`<table class="complexReport"><tr class="${row}">
<td align="left" valign="top" width="30%">
<font size="-1"><i>Creditor:</i>\u00A0\u00A0(${creditorId})\u00A0\u00A0<br> ${lines(creditor)}</font></td>
<td align="left" valign="top" width="20%">
<font size="-1"><b>Claim No: ${number}</b><br>${dated('Original Filed Date', filed)}${dated('Original Entered Date', entered)}<br></font></td>
<td align="left" valign="top" width="30%">
<font size="-1">${lines([italic('Status', ''), italic('Filed by', 'CR'), italic('Entered by', 'Simulated Creditor'), italic('Modified', '')])}</font></td></tr>
<tr class="${row}"><td colspan="3"><table>
${amounts
  .filter(([, amount]) => amount)
  .map(
    ([kind, amount]) =>
      markup`<tr><td align="left">
<font size="-1">\u00A0${kind}</font></td><td><font size="-1"> claimed:</font></td><td align="right">
<font size="-1"> ${amount}</font></td></tr>
`
  )}</table></td></tr>
<tr class="${row}" valign="top"><td colspan="5" align="left">
<font size="-1"><i>History:</i></font><table width="100%" border="0">
<tr valign="top"><td width="4%">
<font size="-1"><a href="/cgi-bin/ClaimHistory.pl?${of.id},${number}-1,${claim.id},${of.number}">Details</a></font></td><td width="3%" align="right"></td><td width="6%" align="center">
<font size="-1"><a href="${href}" id="${id}">${number}-1</a></font></td><td width="4%">
<font size="-1">${printedDate(filed)}</font></td><td><font size="-1"> ${filing} </font></td></tr>
</table></td></tr>
<tr class="${row}"><td colspan="3" align="left">
<font size="-1"><i>Description:</i> ${claim.description}</font></td></tr>
<tr class="${row}"><td colspan="3" align="left">
<font size="-1"><i>Remarks:</i> </font></td></tr>
</table>
<br>
`
}

const cents = (printed: string) => Math.round(Number(printed.replace('$', '')) * 100)
const total = (printed: string[]) => {
  const sum = printed.reduce((all, amount) => all + cents(amount), 0)
  return sum > 0 ? `$${(sum / 100).toFixed(2)}` : ''
}

/** Name, number, and totals, printed after the claims. */
function summary(of: SimulatedCase, claims: SimulatedClaim[]): Markup {
  const line = (label: string, value: string | number) => markup`<b>${label}:</b> ${value}<br>`
  const kinds: [string, string][] = [
    ['Secured', total(claims.map(({ secured }) => secured))],
    ['Priority', total(claims.map(({ priority }) => priority))],
    ['Administrative', ''],
  ]
  return markup`<center><h3>Claims Register Summary</h3></center>
${line('Case Name', of.name)}${line('Case Number', of.number)}${line('Chapter', of.chapter)}${line('Date Filed', printedDate(of.filed))}${line('Total Number Of Claims', claims.length)}<br>
<table border="1"><tr><th>Total Amount Claimed* </th><td align="center">${total(claims.map(({ claimed }) => claimed))} </td></tr>
<tr><th>Total Amount Allowed* </th><td align="center"> </td></tr></table>
*Includes general unsecured claims<br><br>
<center><table border="1"><tr><th></th><th>Claimed</th><th>Allowed</th></tr>
${kinds.map(
  ([kind, amount]) =>
    markup`<tr><th align="left">${kind}</th><td align="center">${amount} </td><td align="center"> </td></tr>
`
)}</table><br></center>`
}

/** A claim with its case, as the report of a period lists it. */
export interface ReportedClaim {
  of: SimulatedCase
  claim: SimulatedClaim
}

/** The report of a period: a table for each claim, and the selection (court-system, 7). */
export function claimsActivityPage(
  court: string,
  claims: ReportedClaim[],
  period: { from: string; to: string }
): Markup {
  const selection: [string, string][] = [
    ['Chapter', 'All'],
    ['Office', 'All'],
    ['Case', 'All'],
    ['Trustee', 'All'],
    ['Sort key1', 'Case Number'],
    ['Sort key2', 'Claim Number'],
  ]
  return markup`<h2 align="center">Claims Activity Report</h2><h3 align="center">U.S. Bankruptcy Court -- ${getSimulatedCourt(court).name}</h3>
<h3 align="center">Report Period: ${period.from} - ${period.to}</h3>
${claims.map((reported, at) => reportedClaim(reported, rowClass(at)))}
<br><center><b>Claim entries selected: ${claims.length}</b>
<table class="selectionCriteria"><tr><th colspan="2">Selection Criteria</th></tr>
${selection.map(
  ([label, value]) => markup`<tr><td class="label">${label}:</td><td class="info">${value}</td></tr>
`
)}</table></center>`
}

function reportedClaim({ of, claim }: ReportedClaim, row: string): Markup {
  const { href, id } = claimPath(of, claim)
  const amounts: [string, string][] = [
    ['Amount claimed', claim.claimed],
    ['Secured claimed', claim.secured],
    ['Priority claimed', claim.priority],
  ]
  return markup`<table class="complexReport"><tr class="${row}">
<td align="left" id="${claim.creditorId}" valign="top" width="40%">
${labelled([
  ['Case', fullNumber(of)],
  ['Title', of.name],
  ['Office', of.division],
  ['Claim No', markup`<b><a href="${href}" id="${id}">${claim.number}</a></b>`],
  ['Filed', printedDate(claim.filed)],
  ['Entered', printedDate(claim.entered)],
  ['Amends No', ''],
])}</td>
<td align="left" valign="top" width="30%">
${labelled(amounts.filter(([, amount]) => amount))}</td>
<td align="left" valign="top" width="30%">
${labelled([
  ['Chapter', of.chapter],
  ['Judge', of.judge.split(' ').at(-1) ?? ''],
  ['Trustee', of.trustee.split(' ').at(-1) ?? ''],
  ['Filed by', 'Creditor'],
  ['Entered by', 'Simulated Creditor'],
  ['Status', ''],
  ['Last date to file claims', LAST_DAY],
  ['Last date to file (Govt)', LAST_DAY_OF_GOVERNMENT],
])}\u00A0</td></tr>
<tr class="${row}"><td align="left" colspan="3">
Creditor ID: ${claim.creditorId}<br>Creditor name/address: ${claim.creditor.join(', ')}</td></tr>
<tr class="${row}"><td align="left" colspan="3">
Description: ${claim.description}</td></tr>
</table><br>
`
}
