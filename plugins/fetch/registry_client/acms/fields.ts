import type { Json } from './api.js'

/** A JSON object of the API. */
export type Fields = { [name: string]: Json }

/** Members of a JSON object; empty for other values. */
export const asFields = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}

/** Objects of a JSON array; empty for other values. */
export const asFieldsList = (value: Json | undefined): Fields[] =>
  Array.isArray(value)
    ? value.filter((one) => one !== null && typeof one === 'object').map(asFields)
    : []

/** Text of a member, or the name of the object it refers to. */
function textIn(value: Json | undefined): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const name = Object.entries(asFields(value)).find(
    ([key, text]) => key.endsWith('name') && typeof text === 'string'
  )
  return name ? String(name[1]) : null
}

/** The first existing member. */
const first = (from: Fields, ...names: string[]): Json =>
  names.map((name) => from[name]).find((value) => value !== undefined && value !== null) ?? null

/** A case in the format of the new appellate system and uploads (court system 11, 14). */
export function caseDetails(api: Fields): Fields {
  const court = asFields(first(api, 'pcx_court', 'court'))
  const abbreviated = first(court, 'acms_abbreviatedname', 'abbreviatedName', 'identifier')
  return {
    caseId: first(api, 'pcx_caseid', 'caseId'),
    caseNumber: first(api, 'pcx_casenumber', 'caseNumber'),
    name: first(api, 'pcx_name', 'name'),
    caseOpened: first(api, 'acms_caseopened', 'caseOpened'),
    aNumber: first(api, 'acms_anumber', 'aNumber'),
    receivedDate: first(api, 'pcx_receiveddate', 'acms_receiveddate', 'receivedDate'),
    partyAttorneyList: first(api, 'acms_partyattorneylist', 'partyAttorneyList'),
    shortCaption: first(api, 'acms_raw_html', 'acms_shortcaption', 'shortCaption'),
    court: {
      name: first(court, 'pcx_name', 'name'),
      identifier: abbreviated,
      abbreviatedName: abbreviated,
    },
    caseType: textIn(first(api, 'pcx_casetype', 'caseType')),
    caseSubType: textIn(first(api, 'pcx_casesubtype', 'caseSubType')),
    caseSubSubType: textIn(first(api, 'pcx_casesubsubtype', 'caseSubSubType')),
    districtCourtName: textIn(
      first(api, 'acms_DistrictCourt', 'acms_districtcourtname', 'districtCourtName')
    ),
    feeStatus: textIn(first(api, 'acms_feestatusid', 'feeStatus')),
    byteCount: first(api, 'byteCount'),
  }
}

/** An entry; see {@link caseDetails}. */
export function docketEntry(api: Fields): Fields {
  const day = textIn(first(api, 'pcx_enddate', 'endDate'))
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
  return {
    endDate: day,
    endDateFormatted: year ? `${month}/${date}/${year}` : null,
    entryNumber: first(api, 'pcx_entrynumber', 'entryNumber'),
    docketEntryText: first(api, 'pcx_eventdescription', 'docketEntryText'),
    docketEntryId: first(api, 'pcx_eventid', 'docketEntryId'),
    createdOn: first(api, 'createdon', 'createdOn'),
    documentCount: first(api, 'documentCount'),
    pageCount: first(api, 'pageCount'),
    fileSize: first(api, 'fileSize'),
    restrictedPartyFilingDocketEntry: first(api, 'restrictedPartyFilingDocketEntry') === true,
    restrictedDocsAvailable: first(api, 'restrictedDocsAvailable') === true,
  }
}

/** A document of an entry; see {@link caseDetails}. */
export const entryDocument = (api: Fields): Fields => ({
  docketDocumentDetailsId: first(api, 'acms_docketdocumentdetailsid', 'docketDocumentDetailsId'),
  name: first(api, 'acms_name', 'name'),
  documentUrl: first(api, 'acms_documenturl', 'documentUrl'),
  caseFilingDocumentUrl: first(api, 'acms_casefilingdocumenturl', 'caseFilingDocumentUrl'),
  documentPermission: textIn(first(api, 'acms_documentpermission', 'documentPermission')),
  pageCount: first(api, 'acms_pagecount', 'pageCount'),
  fileSize: first(api, 'acms_filesize', 'fileSize'),
  createdOn: first(api, 'createdon', 'createdOn'),
  billablePages: first(api, 'billablePages'),
  cost: first(api, 'cost'),
  documentNumber: first(api, 'acms_documentnumber', 'documentNumber'),
  searchValue: first(api, 'searchValue'),
  searchTransaction: first(api, 'searchTransaction'),
})
