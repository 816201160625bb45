import type { DemoRecords } from '#core/define_plugin'
import { sampleDocket } from '#plugins/case_law/public'

/** Search alerts and docket alerts of the demo account. */
export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  for (const alert of [
    { name: 'Fourth Amendment and telephones', query: 'q=%22fourth+amendment%22+telephone' },
    { name: 'Smart meters', query: 'type=r&q=meter', alert_type: 'd' },
  ])
    await create('alerts', { ...alert, rate: 'wly' })

  for (const [court, number, note] of [
    ['mnd', '0:21-md-09901', 'A docket of 2,000 entries.'],
    ['ca9', '24-3816', ''],
  ] as const) {
    const docket = await sampleDocket(trx, court, number)
    if (docket) await create('docket-alerts', { docket, note })
  }
}
