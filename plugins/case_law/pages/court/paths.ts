import type { ShownRecord } from '#api/records'
import { slugOf } from '../../slug.js'

/** Path of the page of a court. */
export function courtPath({ id, short_name: name }: ShownRecord): string {
  return `/court/${encodeURIComponent(id)}/${slugOf(String(name)) || '-'}/`
}
