/** Sections that tags add to the pages of records. */
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { PageSection, RecordPages } from '#app/web/record_pages'
import { VIEWED } from '../actions/count_views.js'
import {
  listAccountTags,
  publishedTagsOnDocket,
  tagsOnDocket,
  type PublicTag,
} from './stored_tags.js'

export function addSections(pages: RecordPages): void {
  pages.addSection('dockets', { view: 'tags::docket_picker', load: loadPicker })
  pages.addSection('dockets', { view: 'tags::public_tags', load: loadPublicTags })
  for (const [letter, resource] of Object.entries(VIEWED))
    pages.addSection(resource, viewCounter(letter))
}

/** The signed-in user's tags on a docket. */
async function loadPicker(
  { reader }: Records,
  { id }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor) return undefined
  const { account, csrfToken } = visitor
  const [all, chosen] = await Promise.all([
    listAccountTags(reader, account.id, true),
    tagsOnDocket(reader, account.id, id),
  ])
  const ids = new Set(chosen.map((tag) => tag.id))
  return {
    chosen,
    others: all.filter((tag) => !ids.has(tag.id)),
    username: account.username,
    csrf: csrfToken,
  }
}

/** Maximum published tags on the page of a docket. */
const SHOWN_TAGS = 30

/** Published tags of others on a docket. */
async function loadPublicTags(
  { reader }: Records,
  { id }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<{ tags: PublicTag[]; isCut: boolean } | undefined> {
  const accountId = visitor?.account.id
  const tags = await publishedTagsOnDocket(reader, id, { accountId, limit: SHOWN_TAGS + 1 })
  if (!tags.length) return undefined
  return { tags: tags.slice(0, SHOWN_TAGS), isCut: tags.length > SHOWN_TAGS }
}

/** Script that reports a page view. */
function viewCounter(letter: string): PageSection {
  return {
    view: 'tags::view_counter',
    load: async (_records, { id }, visitor) => ({
      label: `${letter}.${id}:view`,
      csrf: visitor?.csrfToken,
    }),
  }
}
