/** Longest slug the API knows. */
const MAX_SLUG_LENGTH = 75

/** The form of a case name in page paths: `smith-v-acme-holdings-inc`; at most 75 characters. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['".\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
}
