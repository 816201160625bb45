/** Longest slug the API knows. */
const LONGEST_SLUG = 75

/** The form of a case name in page paths: `smith-v-acme-holdings-inc`; at most 75 characters. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['".\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '')
}
