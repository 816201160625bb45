/** Pages of financial disclosures, and the section on pages of people. */
import type { PluginRouteContext } from '#core/define_plugin'
import {
  disclosurePath,
  loadDisclosure,
  loadPersonDisclosures,
  TITLE_FIELDS,
  formatDisclosureTitle,
  type ShownDisclosure,
} from './load_disclosure.js'

export default function routes({ pages }: PluginRouteContext): void {
  pages.add(['/disclosure/:id/:slug?'], {
    resource: 'financial-disclosures',
    view: 'disclosures::disclosure',
    title: formatDisclosureTitle,
    path: disclosurePath,
    fields: TITLE_FIELDS,
    sitemap: {},
    description: (disclosure, shown) => {
      const { judge, tables } = shown as ShownDisclosure
      const parts = tables.map(({ title }) => title.toLowerCase()).join(', ')
      return `${formatDisclosureTitle(disclosure)}${judge ? ` of ${judge.label}` : ''}: ${parts || 'financial disclosure'}.`
    },
    load: (_, disclosure) => loadDisclosure(pages, disclosure),
  })
  pages.addSection('people', { view: 'disclosures::of_person', load: loadPersonDisclosures })
}
