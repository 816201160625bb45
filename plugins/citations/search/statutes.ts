/** Search for decisions by the statutes, rules, and regulations that they cite. */
import { extendSearchIndex, THE_KEYS } from '#app/search/define_search_index'
import { extendSearchType } from '#app/search/define_search_type'
import { listSql } from '#app/search/sql'

/** `42 U.S.C. § 1983`, `18 U.S.C. § 924`, `18 U.S.C. § 924(c)` */
const CITED_STATUTES = listSql(
  `SELECT s.section || part.subsections FROM linked_statutes s,
     LATERAL (SELECT '' UNION ALL SELECT unnest(s.subsections)) AS part (subsections)
   WHERE s.citing_opinion_id = o.id ORDER BY 1`
)

export default [
  extendSearchIndex('opinions', {
    fields: {
      statute: {
        kind: 'keyword',
        level: 'child',
        several: true,
        aliases: ['statutes'],
        sql: CITED_STATUTES,
      },
    },
    follows: { linked_statutes: { children: THE_KEYS, fields: ['statute'] } },
  }),
  extendSearchType('o', {
    parameters: {
      statute: {
        is: 'text',
        field: 'statute',
        label: 'Cites statute',
        description:
          'A statute, rule, or regulation that an opinion cites, in any form: `42 U.S.C. 1983`.',
      },
    },
  }),
]
