/** Pages of people, and the judges on pages of courts. */
import type { PluginRouteContext } from '#core/define_plugin'
import { loadJudges } from './court_judges.js'
import {
  formatPersonDescription,
  linkedPerson,
  loadPerson,
  type ShownPerson,
} from './person/load_person.js'
import { formatPersonName, NAME_FIELDS, personPath } from './person/posts.js'

export default function routes({ pages }: PluginRouteContext): void {
  pages.add(['/person/:id/:slug?'], {
    resource: 'people',
    view: 'people::person',
    title: formatPersonName,
    path: personPath,
    fields: NAME_FIELDS.join(','),
    sitemap: {},
    description: (person, shown) => formatPersonDescription(person, shown as ShownPerson),
    linkedData: (person, shown, absolute) =>
      linkedPerson(person, shown as ShownPerson, {
        address: absolute(personPath(person)),
        absolute,
      }),
    load: (_, person, query) => loadPerson(pages, person, query),
  })
  pages.addSection('courts', { view: 'people::court_judges', load: loadJudges })
}
