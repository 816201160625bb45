import { fullNumber } from '../model/case_texts.js'
import { getCourtHost } from '../model/courts.js'
import type { SimulatedCase } from '../model/types.js'
import { SIMULATED } from './frame.js'
import { markup, printedDate, type Markup } from './markup.js'

/** Lists of the mobile site with their labels, before the list of entries. */
const LISTS = [
  ['atty', 'Attorneys'],
  ['pty', 'Parties'],
  ['deadLines', 'Deadlines / Hearings'],
]

/**
 * A case on a court's mobile site, with the number of its entries (court-system, 7). The title at
 * the end is empty because the page is free; on billed pages it contains the cost.
 */
export function mobileCase(of: SimulatedCase): Markup {
  const path = (search: string) =>
    `/cgi-bin/mobile_query.pl?search=${search}&caseid=${of.id}&caseNum=${fullNumber(of)}`
  const item = (link: Markup) =>
    markup`<li data-theme="c">${link}</li>
`
  const hidden = (name: string, value: string) =>
    markup`<input id="${name}" type="hidden" name="${name}" value="${value}">`
  const form = markup`<form id="searchForm" name="entrySearch" action="" style="display:none"><input id="docketEntrySearch" name="docketEntrySearch" type="search" value="" placeholder="Search Docket Entries">${hidden('caseid', of.id)}${hidden('caseNum', fullNumber(of))}</form>`
  const entries = markup`<a id="entriesLink" href="${path('dktEntry')}" data-transition="slide"> Docket Entries <span class="ui-li-count"> ${of.entries.length} </span></a><a href="#" title="search">Search</a>`
  return markup`<!DOCTYPE html><html><head><title>Mobile Query</title><meta charset="utf-8"></head><body>
<div data-theme="b" data-role="page" id="page1">
<div data-theme="b" data-role="header"><a href="#" data-icon="back">Back</a><h3> CM/ECF Mobile - ${of.court.toUpperCase()} </h3>
<div class="ui-btn-right" data-role="controlgroup" data-type="horizontal"><a href="?logout" data-role="button">Logout</a><a href="https://${getCourtHost(of.court)}" data-role="button">Home</a></div>
<form action=""><label for="caseOrNameSearch" class="ui-hidden-accessible">Search</label><input id="caseOrNameSearch" name="caseOrNameSearch" type="search" value=""></form></div>
<div data-role="content"><ul data-role="listview" data-inset="true"><li data-role="list-divider" role="heading"><div class="ui-grid-a"><div class="ui-block-a"> ${fullNumber(of)} </div><div class="ui-block-b"> Filed: ${printedDate(of.filed)} </div></div><div>${of.name}</div></li>
${LISTS.map(([search, label]) => item(markup`<a href="${path(search)}" data-transition="slide"> ${label} </a>`))}${item(markup`${form}${entries}`)}</ul></div>
<div data-theme="a" data-role="footer" data-id="footer"><div class="ui-title"> </div><a class="ui-btn-right" href="/cgi-bin/iqquerymenu.pl?${of.id}">Full Site</a></div>
</div><address>${SIMULATED}</address></body></html>
`
}
