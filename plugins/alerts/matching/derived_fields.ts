import type { Change } from '#app/events/change_log'
import type { Followed, SearchIndexDefinition } from '#app/search/define_search_index'

/** The only fields that a change of a table may have altered; undefined for any. */
export function changedFields(
  { fields, derived }: Followed,
  { origin }: Pick<Change, 'origin'>
): readonly string[] | undefined {
  return (origin === null ? undefined : derived) ?? fields
}

/** The fields of an index whose values the server derives from other rows. */
export function derivedFields({ follows }: SearchIndexDefinition): ReadonlySet<string> {
  const origin = 'any'
  return new Set(
    Object.values(follows).flatMap((followed) => changedFields(followed, { origin }) ?? [])
  )
}
