/** Judges in the search for case law: panels, joining judges, and non-participating judges. */
import { extendSearchIndex, THE_KEYS } from '#app/search/define_search_index'
import { extendSearchType } from '#app/search/define_search_type'
import { listSql } from '#app/search/sql'
import { NAMED_PEOPLE, personName } from './judge_values.js'

const PANEL_IDS = listSql(
  'SELECT sat.person_id FROM opinion_cluster_panel sat WHERE sat.cluster_id = c.id ORDER BY sat.person_id'
)
const PANEL_NAMES = listSql(
  `SELECT ${personName('judge')} FROM opinion_cluster_panel sat JOIN people judge ON judge.id = sat.person_id
   WHERE sat.cluster_id = c.id ORDER BY sat.person_id`
)
const NON_PARTICIPATING = listSql(
  `SELECT away.person_id FROM opinion_cluster_non_participating_judges away
   WHERE away.cluster_id = c.id ORDER BY away.person_id`
)
const JOINED_BY = listSql(
  'SELECT joined.person_id FROM opinion_joined_by joined WHERE joined.opinion_id = o.id ORDER BY joined.person_id'
)

export default [
  extendSearchIndex('opinions', {
    fields: {
      panel_ids: { kind: 'number', level: 'parent', several: true, sql: PANEL_IDS },
      panel_names: {
        kind: 'text',
        names: 'person',
        level: 'parent',
        several: true,
        sql: PANEL_NAMES,
      },
      non_participating_judge_ids: {
        kind: 'number',
        level: 'parent',
        several: true,
        sql: NON_PARTICIPATING,
      },
      joined_by_ids: { kind: 'number', level: 'child', several: true, sql: JOINED_BY },
    },
    follows: {
      people: {
        parents: 'SELECT cluster_id AS key FROM opinion_cluster_panel WHERE person_id = ANY($1)',
      },
      opinion_cluster_panel: { parents: THE_KEYS },
      opinion_cluster_non_participating_judges: { parents: THE_KEYS },
      opinion_joined_by: { children: THE_KEYS },
    },
  }),
  extendSearchType('o', {
    hits: {
      panel_ids: PANEL_IDS,
      panel_names: PANEL_NAMES,
      non_participating_judge_ids: NON_PARTICIPATING,
    },
    children: { joined_by_ids: JOINED_BY },
    parameters: {
      author_id: {
        is: 'keys',
        field: 'author_id',
        label: 'Author',
        description: 'IDs of judges who wrote one of the opinions.',
      },
    },
    facets: [{ label: 'Judge', field: 'author_id', parameter: 'author_id', named: NAMED_PEOPLE }],
  }),
]
