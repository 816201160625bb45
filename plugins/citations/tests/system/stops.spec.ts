/** Interruptions of linking. */
import { setTimeout as sleep } from 'node:timers/promises'
import { groupOfStops, type Stage } from '#tests/helpers/stops'
import { LINK_CHANGED } from '../../linking/job.js'

/** Texts whose linking takes about a minute. */
const LONG = `repeat('We follow Brown v. Board of Education, 347 U.S. 483, 495 (1954), and Ash v. Beech, 1 F.4th 2. ', 40000)`

async function linking(stage: Stage): Promise<void> {
  await stage.query(`UPDATE opinions SET plain_text = ${LONG}, html_with_citations = '' WHERE id IN
    (SELECT id FROM opinions ORDER BY id LIMIT 20)`)
  await stage.working(LINK_CHANGED)
  await sleep(1_000)
}

groupOfStops('shutdown during linking', [
  { name: 'long texts are being linked', enter: linking },
  {
    name: 'a cluster is linking long texts',
    settings: { WORKERS: '2', THROTTLE_STORE: 'postgres' },
    enter: linking,
  },
])
