import {
  countUpTo,
  defineHealthSection,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { CourtSystem, courtCheck } from '#plugins/fetch/public'
import { GRANTED, WAITING } from '../models/prayer.js'

interface Row {
  waiting: number
  oldest: Date | null
  documents: number
  granted: number
  untold: number
  oldest_untold: Date | null
  unavailable: number
  checked: Date | null
}

const READ = `SELECT
  ${countUpTo(`FROM prayers WHERE status = ${WAITING}`)} AS waiting,
  (SELECT date_created FROM prayers WHERE status = ${WAITING} ORDER BY date_created, id LIMIT 1) AS oldest,
  ${countUpTo(`FROM (SELECT DISTINCT document_id FROM prayers WHERE status = ${WAITING}) AS documents`)} AS documents,
  ${countUpTo(`FROM prayers WHERE status = ${GRANTED}`)} AS granted,
  ${countUpTo(`FROM prayers WHERE status = ${GRANTED} AND date_told IS NULL`)} AS untold,
  (SELECT min(date_granted) FROM prayers WHERE status = ${GRANTED} AND date_told IS NULL) AS oldest_untold,
  ${countUpTo('FROM document_availability')} AS unavailable,
  (SELECT min(last_checked) FROM document_availability) AS checked`

export default defineHealthSection({
  title: 'Document requests',
  async read(app) {
    const found = await readRow<Row>(app, READ)
    const courtSystem = await app.container.make(CourtSystem)
    return {
      figures: [
        {
          label: 'Pending',
          value: formatNeedCount(found.waiting),
          path: '/admin/prayers/?status=1',
        },
        { label: 'Oldest pending', value: formatAge(found.oldest) },
        { label: 'Requested documents', value: formatNeedCount(found.documents) },
        {
          label: 'Granted',
          value: formatNeedCount(found.granted),
          path: '/admin/prayers/?status=2',
        },
        { label: 'Granted, not yet notified', value: formatNeedCount(found.untold) },
        { label: 'Oldest not yet notified', value: formatAge(found.oldest_untold) },
        {
          label: 'Documents not for sale',
          value: formatNeedCount(found.unavailable),
          path: '/admin/unavailable-documents/',
        },
        { label: 'Oldest availability check', value: formatAge(found.checked) },
        {
          label: 'Availability checks',
          value: courtCheck(courtSystem) ? 'on' : 'off (no operator account)',
        },
      ],
    }
  },
})
