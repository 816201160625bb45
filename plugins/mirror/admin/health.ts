import { defineHealthSection, type Need } from '#app/console/admin/health/health_section'
import {
  isLate,
  MIRROR_COLUMNS,
  readLag,
  STATES,
  type MirrorState,
  type ShownMirror,
} from '../sync/states.js'

const PAGE = '/admin/mirrors/'
/** Most mirrors that the page shows. */
const MAX_MIRRORS = 50

export default defineHealthSection({
  title: 'Mirrors',
  async read({ container }) {
    const database = await container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: ShownMirror[] }>(
      `SELECT ${MIRROR_COLUMNS} FROM mirrors m ORDER BY m.id LIMIT ${MAX_MIRRORS}`
    )
    if (!rows.length) return null
    return {
      needs: rows.flatMap(needsOf),
      tables: [
        {
          label: 'Mirrors',
          columns: [{ label: 'Upstream' }, { label: 'State' }, { label: 'Lag' }],
          rows: rows.map((mirror) => [
            { text: mirror.url, path: PAGE },
            STATES[mirror.state],
            readLag(mirror) ?? '–',
          ]),
        },
      ],
    }
  },
})

function needsOf(mirror: ShownMirror): Need[] {
  const { url, state } = mirror
  const need = (text: string, shown: MirrorState) => [
    { text: `The mirror of ${url} ${text}`, path: `${PAGE}?state=${shown}` },
  ]
  const counted = [
    [mirror.failed_files, `Files that the mirror of ${url} couldn't copy`],
    [mirror.vanished, `Records of the mirror of ${url} that no longer exist there`],
  ].flatMap(([count, text]) =>
    Number(count) ? [{ text: `${text}: ${Number(count).toLocaleString('en')}`, path: PAGE }] : []
  )
  if (state === 'failed') return [...need('failed', state), ...counted]
  if (!isLate(mirror)) return counted
  const lag = readLag(mirror)
  const texts = [
    ...(state === 'stopped' ? ["isn't running"] : []),
    ...(lag === undefined ? [] : [`lags by ${lag}`]),
  ]
  return [...need(texts.join(' and '), state), ...counted]
}
