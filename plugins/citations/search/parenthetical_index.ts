import { defineSearchIndex, shownBy } from '#app/search/define_search_index'
import { caseNameSql, listSql } from '#app/search/sql'
import { COURT_FIELDS, SHOWN_COURT } from '#plugins/case_law/public'
import settings from '../settings.js'

/** The decision with the parenthetical, and its court. */
const DESCRIBING = `JOIN opinion_clusters c ON c.id = o.cluster_id
  JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id`

/** The decision that the parenthetical describes. */
export const PARENTHETICAL_TABLES = `parentheticals p JOIN opinions o ON o.id = p.describing_opinion_id ${DESCRIBING}
  JOIN opinions described ON described.id = p.described_opinion_id
  JOIN opinion_clusters cited ON cited.id = described.cluster_id`

const OF_OPINION = 'SELECT p.id FROM parentheticals p WHERE p.describing_opinion_id = o.id'

/** The index of parentheticals, by the opinions that they are from; only if a setting enables it. */
export default settings.searchesParentheticals
  ? [
      defineSearchIndex({
        name: 'parentheticals',
        label: 'Parentheticals',
        ownRow: 'without children',
        documents: {
          parents: {
            from: `opinions o ${DESCRIBING}`,
            key: 'o.id',
            where: `${SHOWN_COURT} AND EXISTS (${OF_OPINION})`,
            date: 'c.date_filed',
          },
          children: {
            from: PARENTHETICAL_TABLES,
            key: 'p.id',
            parent: 'p.describing_opinion_id',
            where: SHOWN_COURT,
          },
        },
        modified: { parents: ['o.date_modified', 'c.date_modified', 'd.date_modified'] },
        fields: {
          ...COURT_FIELDS,
          court: { ...COURT_FIELDS.court!, weight: undefined },
          court_id_text: { ...COURT_FIELDS.court_id_text!, weight: undefined },
          dateFiled: { kind: 'date', level: 'parent', facet: true, sql: 'c.date_filed' },
          describingCaseName: {
            kind: 'text',
            names: 'organization',
            level: 'parent',
            sql: caseNameSql('c'),
          },
          describing_cluster_id: { kind: 'number', level: 'parent', sql: 'c.id' },
          describing_opinion_id: { kind: 'number', level: 'parent', sql: 'o.id' },
          // A parent is written with all its children when one of its fields changes.
          parenthetical_ids: {
            kind: 'number',
            level: 'parent',
            several: true,
            sql: listSql(`${OF_OPINION} ORDER BY p.id`),
          },
          absolute_url: {
            kind: 'keyword',
            level: 'child',
            sql: shownBy('clusters', 'absolute_url', 'cited'),
          },
          caseName: {
            kind: 'text',
            names: 'organization',
            level: 'child',
            weight: 2,
            sql: caseNameSql('cited'),
          },
          described_cluster_id: { kind: 'number', level: 'child', sql: 'cited.id' },
          described_opinion_id: { kind: 'number', level: 'child', sql: 'described.id' },
          id: { kind: 'number', level: 'child', sql: 'p.id' },
          score: { kind: 'number', level: 'child', sql: 'p.score' },
          text: {
            kind: 'text',
            level: 'child',
            weight: 1,
            texts: [{ column: 'p.text', html: false }],
          },
        },
        follows: {
          parentheticals: { are: 'parents' },
          opinions: {
            are: 'parents',
            children: 'SELECT id AS key FROM parentheticals WHERE described_opinion_id = ANY($1)',
          },
          opinion_clusters: {
            parents: 'SELECT id AS key FROM opinions WHERE cluster_id = ANY($1)',
            children: `SELECT p.id AS key FROM opinions o JOIN parentheticals p ON p.described_opinion_id = o.id
              WHERE o.cluster_id = ANY($1)`,
          },
          dockets: {
            parents: `SELECT o.id AS key FROM opinion_clusters c JOIN opinions o ON o.cluster_id = c.id
              WHERE c.docket_id = ANY($1)`,
          },
          courts: {
            parents: `SELECT o.id AS key FROM dockets d JOIN opinion_clusters c ON c.docket_id = d.id
              JOIN opinions o ON o.cluster_id = c.id WHERE d.court_id = ANY($1)`,
          },
        },
      }),
    ]
  : []
