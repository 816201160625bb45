import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  formatNeedCount,
  readRow,
} from '#app/console/admin/health/health_section'
import settings from '../settings.js'

const LIST = '/admin/unread-text/'

const READ = `SELECT
  ${countUpTo('FROM unread_groups WHERE passages > 0')} AS groups,
  ${countUpTo(`FROM unread_groups WHERE passages > 0 AND newest_seen > now() - interval '1 day'`)} AS changed,
  ${countUpTo(`FROM unread_pages WHERE path <> ''`)} AS kept`

interface Row {
  groups: number
  changed: number
  kept: number
}

export default defineHealthSection({
  title: 'Court pages',
  async read(app) {
    const { groups, changed, kept } = await readRow<Row>(app, READ)
    return {
      needs: buildCountNeeds([
        changed,
        'kind of court page has new text that was not read',
        'kinds of court pages have new text that was not read',
        LIST,
      ]),
      figures: [
        { label: 'Kinds with unread text', value: formatNeedCount(groups), path: LIST },
        { label: 'With new text in 24 hours', value: formatNeedCount(changed), path: LIST },
        { label: `Pages kept for ${settings.unreadPagesDays} days`, value: formatNeedCount(kept) },
      ],
    }
  },
})
