import type { Records } from '#api/records'

/** Tags a mail shows. */
const MAX_SHOWN = 20

/**
 * Names of the tags an account has put on a docket, as the API shows them to
 * it; none where no plugin has tags.
 */
export async function ownTags(records: Records, docket: string, owner: string): Promise<string[]> {
  if (!records.registry.all().some(({ path }) => path === 'docket-tags')) return []
  const placed = await records.list(
    'docket-tags',
    { docket, tag__user: owner },
    { fields: 'tag', limit: MAX_SHOWN, viewer: Number(owner) }
  )
  const tags = await Promise.all(
    placed.map(({ tag }) => records.find('tags', String(tag), Number(owner)))
  )
  return tags.flatMap((tag) => (tag ? [String(tag.name)] : [])).sort()
}
