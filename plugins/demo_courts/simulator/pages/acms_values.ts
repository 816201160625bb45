import { CENTS_PER_PAGE, MAX_BILLED_PAGES } from '../ledger.js'
import { appellateText } from '../model/case_texts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../model/types.js'
import type { Place } from '../model/world.js'
import { printedDate, lines, markup } from './markup.js'

/** Values in the API of the new appellate system (court-system, 11). */

export const caseFound = (of: SimulatedCase) => ({
  pcx_caseid: of.id,
  pcx_casenumber: of.number,
  pcx_name: of.name,
  pcx_istestcase: false,
})

export function caseDetails(of: SimulatedCase) {
  const [type = null, subType = null, subSubType = null] = of.caseTypes
  const details = {
    ...caseFound(of),
    acms_caseopened: of.filed,
    acms_anumber: null,
    pcx_receiveddate: `${of.filed}T10:00:00Z`,
    acms_feestatusid: { acms_feestatusname: of.feeStatus },
    pcx_court: { pcx_name: of.appealFrom, acms_abbreviatedname: of.appealFrom },
    pcx_casetype: type === null ? null : { pcx_casetypename: type },
    pcx_casesubtype: subType === null ? null : { pcx_casesubtypename: subType },
    pcx_casesubsubtype: subSubType === null ? null : { pcx_casesubsubtypename: subSubType },
    acms_DistrictCourt: { pcx_districtname: of.appealFrom },
    acms_raw_html: of.name,
    acms_partyattorneylist: String(markup`<table width='100%'>${of.parties.map(partyRow)}</table>`),
  }
  return { ...details, byteCount: JSON.stringify(details).length }
}

/** A party's name, its type after no-break spaces, and a block for each attorney. */
function partyRow({ name, type, terminated, attorneys }: SimulatedParty) {
  const left = [
    name,
    ...(terminated ? [markup`<strong>Terminated:</strong> ${printedDate(terminated)}`] : []),
    `\u00A0\u00A0\u00A0\u00A0${type}, `,
  ]
  const counsel = attorneys.map(
    (one) =>
      markup`<div style='margin-bottom: 10px'>${lines([one.name, ...one.roles.map((role) => `[${role}]`), ...one.contact])}</div>`
  )
  return markup`<tr><td width='30%'> ${lines(left)}</td><td>${counsel}</td></tr>`
}

export function docketEntry(of: SimulatedCase, entry: SimulatedEntry) {
  const { documents } = entry
  return {
    pcx_eventid: entry.id,
    pcx_enddate: entry.filed,
    pcx_entrynumber: entry.number,
    pcx_eventdescription: String(markup`<p>${appellateText(of, entry)}</p>`),
    createdon: `${entry.entered}T12:25:00Z`,
    documentCount: documents.length,
    pageCount: documents.reduce((sum, one) => sum + one.pages, 0),
    fileSize: documents.reduce((sum, one) => sum + kilobytes(one.bytes), 0),
    restrictedPartyFilingDocketEntry: false,
    restrictedDocsAvailable: documents.some(({ state }) => state !== null),
  }
}

const kilobytes = (bytes: number) => Math.round(bytes / 1024)

export function entryDocument({ case: of, entry, document }: Place) {
  const billed = Math.min(document.pages, MAX_BILLED_PAGES)
  const number = `${entry.number}.${document.attachment + 1}`
  const serial = `${of.number} ${String(entry.number).padStart(3, '0')}-${String(document.attachment + 1).padStart(2, '0')}`
  const file = `${serial} - ${entry.event} - ${document.description}.pdf`
  const folder = `https://simulated.example/${of.court}`
  return {
    acms_docketdocumentdetailsid: document.id,
    acms_name: file,
    acms_documenturl: `${folder}/Docket/${file}`,
    acms_casefilingdocumenturl: `${folder}/CaseFiling/${file}`,
    acms_documentpermission: document.state === null ? 'Public' : 'Sealed',
    acms_pagecount: document.pages,
    acms_filesize: kilobytes(document.bytes),
    createdon: `${entry.entered}T12:25:00Z`,
    billablePages: billed,
    cost: (billed * CENTS_PER_PAGE) / 100,
    acms_documentnumber: number,
    searchValue: of.number,
    searchTransaction: 'PDF Document',
  }
}
