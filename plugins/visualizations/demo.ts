import type { DemoRecords } from '#core/define_plugin'
import { sampleDecision } from '#plugins/case_law/public'

const SCHENCK = { volume: 249, reporter: 'U.S.', page: 47 }
const NEAR = { volume: 283, reporter: 'U.S.', page: 697 }
const DRED_SCOTT = { volume: 60, reporter: 'U.S.', page: 393 }
const PLESSY = { volume: 163, reporter: 'U.S.', page: 537 }

/** Creates two visualizations for the demo account, one of them published. */
export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  for (const [title, from, to, published] of [
    ['From Schenck to Near', SCHENCK, NEAR, true],
    ['From Dred Scott to Plessy', DRED_SCOTT, PLESSY, false],
  ] as const) {
    const start = await sampleDecision(trx, from)
    const end = await sampleDecision(trx, to)
    if (start && end)
      await create('visualizations', {
        title,
        cluster_start: `/opinion/${start}/`,
        cluster_end: `/opinion/${end}/`,
        published,
      })
  }
}
