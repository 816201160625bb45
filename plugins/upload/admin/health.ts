import {
  countedNeeds,
  countUpTo,
  defineHealthSection,
  lateNeeds,
  readRow,
  shownAge,
  shownCount,
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
        ...countedNeeds([failed, 'upload failed', 'uploads failed', '/admin/uploads/?status=3']),
        ...lateNeeds('Uploads', oldest, '/admin/uploads/?status=1'),
      ],
      figures: [
        { label: 'Queued', value: shownCount(queued), path: '/admin/uploads/?status=1' },
        { label: 'Oldest queued', value: shownAge(oldest) },
        { label: 'Failed', value: shownCount(failed), path: '/admin/uploads/?status=3' },
        { label: 'By type and outcome', value: '30 days', path: '/admin/upload-counts/' },
      ],
    }
  },
})
