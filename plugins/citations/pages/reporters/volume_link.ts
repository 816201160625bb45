/** The part of a decision's page that leads to the volume it is reported in. */
import type { PageSection } from '#app/web/record_pages'
import { citationPath } from './addresses.js'

export default {
  view: 'citations::volume_link',
  load: async (_, { citations }) => {
    const [first] = (citations ?? []) as { volume: string | number; reporter: string }[]
    if (!first?.volume || !first.reporter) return undefined
    const volume = String(first.volume)
    return { path: citationPath(first.reporter, volume), label: `${volume} ${first.reporter}` }
  },
} satisfies PageSection
