/**
 * Values of recordings that both the index and the results show: `a` is how
 * statements call the table of recordings, `d` that of dockets.
 */
import { listSql } from '#app/search/sql'

export const RECORDING_TABLES = `audio a LEFT JOIN dockets d ON d.id = a.docket_id LEFT JOIN courts court ON court.id = d.court_id`

export const PANEL = listSql(
  'SELECT heard.person_id FROM audio_panel heard WHERE heard.audio_id = a.id ORDER BY heard.person_id'
)

/** Number of "Done" in `TRANSCRIPT_STATUSES`. */
const DONE = 1

/** Empty until the transcript is complete. */
export const TRANSCRIPT = [
  { column: `CASE WHEN a.stt_status = ${DONE} THEN a.stt_transcript ELSE '' END`, html: false },
]
