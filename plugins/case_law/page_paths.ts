import type { ShownRecord } from '#api/records'

/** Maximum characters of a slug in the API. */
const MAX_SLUG_LENGTH = 75

/** Converts a name to a URL slug: `smith-v-acme-holdings-inc`. */
export function toCaseSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['".\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
}

/** The path of a court's page. */
export function courtPath({ id, short_name: name }: ShownRecord): string {
  return `/court/${encodeURIComponent(id)}/${toCaseSlug(String(name)) || '-'}/`
}

/** The name of a docket or decision. */
export function caseTitle({ case_name: name, case_name_full: full, id }: ShownRecord): string {
  return String(name || full || `No. ${id}`)
}
