import type { DemoRecords } from '#core/define_plugin'
import { sampleDocket } from '#plugins/case_law/public'

/** Tags of the demo account with dockets; one tag is published. */
export default async function demo({ trx, create }: DemoRecords): Promise<void> {
  const reading = await create('tags', {
    name: 'to-read',
    title: 'To read',
    description: 'Dockets of the **sample archive** to read.',
  })
  const seafood = await create('tags', {
    name: 'spoiled-seafood',
    title: 'Spoiled seafood',
    description: 'A storage contract, from the complaint to the appeal.',
    published: true,
  })
  for (const [tag, court, number] of [
    [reading, 'mnd', '0:21-md-09901'],
    [seafood, 'nysd', '1:24-cv-01187'],
    [seafood, 'ca2', '25-1409'],
  ] as const) {
    const docket = await sampleDocket(trx, court, number)
    if (docket) await create('docket-tags', { tag, docket })
  }
}
