import { ACTION_RIGHTS } from '#app/accounts/authority'
import { holds } from '#app/accounts/rights'
import type { RecordPages } from '#app/web/record_pages'
import type { RecordEdits } from './record_edits.js'

/** Leads staff who may edit a record from its page to its form. */
export function addEditLinks(pages: RecordPages, edits: RecordEdits): void {
  for (const { resource } of edits.all())
    pages.addSection(resource.path, {
      view: 'console/admin/edit_link',
      load: async (_records, { id }, visitor) =>
        visitor && holds(visitor.account.rights, ACTION_RIGHTS['record.edit'])
          ? { path: `/admin/records/${resource.path}/${encodeURIComponent(String(id))}/` }
          : undefined,
    })
}
