import type { ShownRecord } from '#api/records'
import { NAME_SUFFIXES } from '../../resources/codes.js'

/** Fields of a person that the name and the path of the page are made of. */
export const NAME_FIELDS = ['id', 'slug', 'name_first', 'name_middle', 'name_last', 'name_suffix']

/** `William Johnson Jr.` */
export function nameOf(person: ShownRecord): string {
  const suffix = NAME_SUFFIXES.find(({ value }) => value === person.name_suffix)?.display_name
  const { name_first: first, name_middle: middle, name_last: last } = person
  return [first, middle, last, suffix].filter(Boolean).join(' ')
}

export function personPath({ id, slug }: ShownRecord): string {
  return `/person/${id}/${encodeURIComponent(String(slug || '-'))}/`
}
