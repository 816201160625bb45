import { readSettings } from '#app/settings/read_settings'
import { whole } from '#app/settings/rules'

const env = await readSettings({
  UPLOAD_ORPHAN_DAYS: whole(1, 3650),
})

export default {
  /** Days that a PDF without a docket is kept. */
  orphanDays: env.get('UPLOAD_ORPHAN_DAYS') ?? 180,
}
