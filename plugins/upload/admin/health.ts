import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  buildOverdueNeeds,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { OPEN, STATUS } from '../codes.js'

interface Row {
  queued: number
  oldest: Date | null
  failed: number
}

const IS_OPEN = `status IN (${OPEN.join(', ')})`

const READ = `SELECT
  ${countUpTo(`FROM uploads WHERE ${IS_OPEN}`)} AS queued,
  (SELECT min(date_created) FROM uploads WHERE ${IS_OPEN}) AS oldest,
  ${countUpTo(`FROM uploads WHERE status = ${STATUS.failed}`)} AS failed`

export default defineHealthSection({
  title: 'Uploads',
  async read(app) {
    const { queued, oldest, failed } = await readRow<Row>(app, READ)
    return {
      needs: [
        ...buildCountNeeds([failed, 'upload failed', 'uploads failed', '/admin/uploads/?status=3']),
        ...buildOverdueNeeds('Uploads', oldest, '/admin/uploads/?status=1'),
      ],
      figures: [
        { label: 'Queued', value: formatNeedCount(queued), path: '/admin/uploads/?status=1' },
        { label: 'Oldest queued', value: formatAge(oldest) },
        { label: 'Failed', value: formatNeedCount(failed), path: '/admin/uploads/?status=3' },
        { label: 'By type and outcome', value: '30 days', path: '/admin/upload-counts/' },
      ],
    }
  },
})
