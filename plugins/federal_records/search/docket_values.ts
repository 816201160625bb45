/**
 * Values of dockets and their documents that both the index and the results
 * show: `d` is how statements call the table of dockets, `bankruptcy` that of
 * bankruptcy information, `r` that of documents and `e` that of entries.
 */
import { choices } from '#api/fields'
import { labelSql, listSql } from '#app/search/sql'
import { nameOfPerson } from '#plugins/people/public'
import { unsealed } from '../resources/archive_document.js'

export const DOCKET_TABLES = `dockets d JOIN courts court ON court.id = d.court_id
  LEFT JOIN bankruptcy_information bankruptcy ON bankruptcy.docket_id = d.id`

export const DOCUMENT_TABLES = `archive_documents r JOIN docket_entries e ON e.id = r.docket_entry_id`

export const ASSIGNED_TO = judge('assigned_to')
export const REFERRED_TO = judge('referred_to')

/** The name of the judge we know, otherwise the one on the docket sheet. */
function judge(column: string): string {
  return `coalesce(nullif(${nameOfPerson(`d.${column}_id`)}, ''), d.${column}_str)`
}

/** Names and keys of those who take part in a docket, in the same order. */
function takingPart(table: string, join: string, column: string) {
  const from = `FROM ${table} one WHERE one.id IN (SELECT part.${column} FROM ${join} part WHERE part.docket_id = d.id) ORDER BY one.id`
  return { names: listSql(`SELECT one.name ${from}`), ids: listSql(`SELECT one.id ${from}`) }
}

export const PARTIES = takingPart('parties', 'party_types', 'party_id')
export const ATTORNEYS = takingPart('attorneys', 'attorney_roles', 'attorney_id')
export const FIRMS = takingPart(
  'attorney_organizations',
  'attorney_organization_links',
  'attorney_organization_id'
)

/** Numbers of documents are text in the archive; appellate courts have some of 15 digits. */
export const DOCUMENT_NUMBER = `CASE WHEN r.document_number ~ '^[0-9]{1,15}$' THEN r.document_number::bigint END`

/** Search has its own words for the kinds of documents (search.md 2.2). */
const KINDS = choices({ 1: 'Registry Document', 2: 'Attachment' })
export const DOCUMENT_TYPE = labelSql(KINDS, 'r.document_type::text')

/** Empty while the document is sealed. */
export const DOCUMENT_TEXTS = [
  { column: `CASE WHEN ${unsealed('r')} THEN r.plain_text ELSE '' END`, html: false },
]
