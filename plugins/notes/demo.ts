import type { DemoRecords } from '#core/define_plugin'
import { sampleDecision, sampleDocket } from '#plugins/case_law/public'

/** Notes of the demo account. */
export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  const cluster = await sampleDecision(trx, { volume: 304, reporter: 'U.S.', page: 144 })
  if (cluster)
    await create('notes', { cluster, text: 'Footnote 4: compare the levels of scrutiny.' })
  const docket = await sampleDocket(trx, 'nysd', '1:24-cv-01187')
  if (docket)
    await create('notes', { docket, text: 'Check the schedule for the motion to dismiss.' })
}
