/**
 * `/search/`: results of all parameters of all types (specification, Search;
 * search.md 1.1).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { printTree } from '#app/search_engine/query/print'
import { readSearch } from '#app/search/request/search_request'
import { searchReady } from '#tests/helpers/search_indexes'
import { searchServices } from '../../services.js'
import { fetchAllPages, JUDGES, searched } from '../search_helpers.js'

const PUBLISHED = `c.precedential_status = 'Published'`
const CASES = `FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id WHERE`
const DOCKETS = `FROM dockets d WHERE EXISTS (SELECT 1 FROM docket_entries e WHERE e.docket_id = d.id) AND`
const DOCUMENTS = `FROM archive_documents r JOIN docket_entries e ON e.id = r.docket_entry_id JOIN dockets d ON d.id = e.docket_id WHERE`
const AUDIO = `FROM audio a JOIN dockets d ON d.id = a.docket_id WHERE`
const WITH_FIRM = `EXISTS (SELECT 1 FROM attorney_organization_links l JOIN attorney_organizations f
  ON f.id = l.attorney_organization_id WHERE l.docket_id = d.id AND f.name ~* '\\mbrisco\\M')`
const WITH_ATTORNEY = `EXISTS (SELECT 1 FROM attorney_roles l JOIN attorneys t
  ON t.id = l.attorney_id WHERE l.docket_id = d.id AND t.name ~* '\\mhaldane\\M')`

/** Parameters with the expected keys. */
const NARROWED: [parameters: Record<string, string>, keys: string][] = [
  [{}, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ stat_all: 'on' }, `SELECT c.id ${CASES} true`],
  [{ stat_all: 'true' }, `SELECT c.id ${CASES} true`],
  [{ stat_Unpublished: 'off', stat_all: 'off' }, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ stat_Unpublished: 'on' }, `SELECT c.id ${CASES} c.precedential_status = 'Unpublished'`],
  [{ court: 'scotus' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id = 'scotus'`],
  [{ court: 'ca9, ca2' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id IN ('ca9', 'ca2')`],
  [{ court_scotus: 'on' }, `SELECT c.id ${CASES} ${PUBLISHED} AND d.court_id = 'scotus'`],
  [
    { filed_after: '1954-05-17' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed >= '1954-05-17'`,
  ],
  [{ filed_before: '1954' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed <= '1954-12-31'`],
  [
    { filed_after: '1960', filed_before: '1950' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.date_filed BETWEEN '1950-01-01' AND '1960-12-31'`,
  ],
  [{ case_name: 'brown' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.case_name ~* '\\mbrown\\M'`],
  [{ docket_number: '73-1766' }, `SELECT c.id ${CASES} d.docket_number = '73-1766'`],
  [{ docket_number: 'No. 73-1766' }, `SELECT c.id ${CASES} d.docket_number = '73-1766'`],
  ...['347 U.S. 483', '“347 U. S. 483”', '(347 U.S. 483)'].map((citation): (typeof NARROWED)[0] => [
    { citation },
    `SELECT cluster_id FROM citations WHERE volume = '347' AND reporter = 'U.S.' AND page = '483'`,
  ]),
  // A query without words finds nothing.
  ...['\\', '?', '😀'].map((citation): (typeof NARROWED)[0] => [
    { citation },
    `SELECT c.id ${CASES} false`,
  ]),
  [
    { cited_gt: '1', cited_lt: '5' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.citation_count BETWEEN 1 AND 5`,
  ],
  [{ cited_gt: '0' }, `SELECT c.id ${CASES} ${PUBLISHED}`],
  [{ type: 'd' }, `SELECT d.id ${DOCKETS} true`],
  [{ type: 'r', court: 'nysd' }, `SELECT d.id ${DOCKETS} d.court_id = 'nysd'`],
  [{ type: 'd', available_only: 'on' }, `SELECT DISTINCT d.id ${DOCUMENTS} r.is_available`],
  [{ type: 'rd' }, `SELECT r.id ${DOCUMENTS} true`],
  [{ type: 'rd', available_only: 'on' }, `SELECT r.id ${DOCUMENTS} r.is_available`],
  [{ type: 'rd', document_number: '1' }, `SELECT r.id ${DOCUMENTS} r.document_number = '1'`],
  [{ type: 'rd', attachment_number: '1' }, `SELECT r.id ${DOCUMENTS} r.attachment_number = 1`],
  [
    { type: 'rd', entry_date_filed_after: '2020-01-01' },
    `SELECT r.id ${DOCUMENTS} e.date_filed >= '2020-01-01'`,
  ],
  [{ cited_gt: '0', cited_lt: '0' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.citation_count = 0`],
  [{ cited_lt: '0' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.citation_count = 0`],
  [{ judge: 'warren' }, `SELECT c.id ${CASES} ${PUBLISHED} AND c.judges ~* '\\mwarren\\M'`],
  [
    { neutral_cite: 'wl' },
    `SELECT cluster_id FROM citations WHERE type = 8 AND reporter ~* '\\mwl\\M'`,
  ],
  [{ id: '2038, 2039' }, `SELECT cluster_id FROM opinions WHERE id IN (2038, 2039)`],
  [
    { q: 'per_curiam:true', stat_all: 'on' },
    `SELECT DISTINCT cluster_id FROM opinions WHERE per_curiam`,
  ],
  [
    { q: 'cites:2038' },
    `SELECT DISTINCT o.cluster_id FROM opinions o JOIN opinions_cited x ON x.citing_opinion_id = o.id WHERE x.cited_opinion_id = 2038`,
  ],
  [
    { q: 'citeCount:[1 TO 5]' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND c.citation_count BETWEEN 1 AND 5`,
  ],
  [
    { q: 'dateFiled:1954' },
    `SELECT c.id ${CASES} ${PUBLISHED} AND extract(year FROM c.date_filed) = 1954`,
  ],
  [{ page: '2', q: 'cluster_id:1038' }, `SELECT c.id ${CASES} c.id = 1038`],
  [{ type: 'd', case_name: 'bureau' }, `SELECT d.id ${DOCKETS} d.case_name ~* '\\mbureau\\M'`],
  [
    { type: 'r', docket_number: '25-cv-318' },
    `SELECT d.id ${DOCKETS} d.docket_number = '1:25-cv-00318'`,
  ],
  [
    { type: 'rd', filed_after: '2024-06', filed_before: '2024-06' },
    `SELECT r.id ${DOCUMENTS} d.date_filed BETWEEN '2024-06-01' AND '2024-06-30'`,
  ],
  [{ type: 'r', filed_after: '2025' }, `SELECT d.id ${DOCKETS} d.date_filed >= '2025-01-01'`],
  [
    { type: 'd', entry_date_filed_before: '2024-03' },
    `SELECT DISTINCT d.id ${DOCUMENTS} e.date_filed <= '2024-03-31'`,
  ],
  [
    { type: 'd', description: 'complaint' },
    `SELECT DISTINCT d.id ${DOCUMENTS} e.description ~* '\\mcomplaint\\M'`,
  ],
  [
    { type: 'd', nature_of_suit: 'copyright' },
    `SELECT d.id ${DOCKETS} d.nature_of_suit ~* '\\mcopyright'`,
  ],
  [{ type: 'rd', cause: 'job' }, `SELECT r.id ${DOCUMENTS} d.cause ~* '\\mjob'`],
  [
    { type: 'd', assigned_to: 'castellane' },
    `SELECT d.id ${DOCKETS} d.assigned_to_str ~* 'castellane'`,
  ],
  [
    { type: 'r', referred_to: 'nakagawa' },
    `SELECT d.id ${DOCKETS} d.referred_to_str ~* 'nakagawa'`,
  ],
  [{ type: 'd', firm_name: 'brisco' }, `SELECT d.id ${DOCKETS} ${WITH_FIRM}`],
  [{ type: 'rd', firm_name: 'brisco' }, `SELECT r.id ${DOCUMENTS} ${WITH_FIRM}`],
  [{ type: 'r', atty_name: 'haldane' }, `SELECT d.id ${DOCKETS} ${WITH_ATTORNEY}`],
  [{ type: 'rd', q: 'attorney:haldane' }, `SELECT r.id ${DOCUMENTS} ${WITH_ATTORNEY}`],
  [{ type: 'p' }, `SELECT p.id ${JUDGES} true`],
  [
    { type: 'p', court: 'scotus' },
    `SELECT p.id ${JUDGES} EXISTS (SELECT 1 FROM positions held WHERE held.person_id = p.id AND held.court_id = 'scotus')`,
  ],
  [
    { type: 'p', name: 'harlan' },
    `SELECT p.id ${JUDGES} concat_ws(' ', p.name_first, p.name_middle, p.name_last) ~ 'Harlan'`,
  ],
  [
    { type: 'p', born_after: '1900', born_before: '1909' },
    `SELECT p.id ${JUDGES} p.date_dob BETWEEN '1900-01-01' AND '1909-12-31'`,
  ],
  [{ type: 'p', dob_city: 'boston' }, `SELECT p.id ${JUDGES} p.dob_city = 'Boston'`],
  [{ type: 'p', dob_state: 'ma' }, `SELECT p.id ${JUDGES} p.dob_state = 'MA'`],
  [
    { type: 'p', school: 'harvard' },
    `SELECT p.id ${JUDGES} EXISTS (SELECT 1 FROM educations e JOIN schools s ON s.id = e.school_id WHERE e.person_id = p.id AND s.name ~ 'Harvard')`,
  ],
  [
    { type: 'p', appointer: 'reagan' },
    `SELECT p.id ${JUDGES} EXISTS (SELECT 1 FROM positions x JOIN positions a ON a.id = x.appointer_id JOIN people q ON q.id = a.person_id WHERE x.person_id = p.id AND q.name_last = 'Reagan')`,
  ],
  [
    { type: 'p', selection_method: 'e_part' },
    `SELECT p.id ${JUDGES} EXISTS (SELECT 1 FROM positions x WHERE x.person_id = p.id AND x.how_selected = 'e_part')`,
  ],
  ...['d', 'r', 'i', 'g', 'l', 'f', 'w', 'j', 'u', 'z'].map((party): (typeof NARROWED)[0] => [
    { type: 'p', political_affiliation: party },
    `SELECT p.id ${JUDGES} EXISTS (SELECT 1 FROM political_affiliations x WHERE x.person_id = p.id AND x.political_party = '${party}')`,
  ]),
  [{ type: 'oa' }, `SELECT a.id ${AUDIO} true`],
  [{ type: 'oa', case_name: 'riley' }, `SELECT a.id ${AUDIO} a.case_name ~ 'Riley'`],
  [{ type: 'oa', docket_number: '13-132' }, `SELECT a.id ${AUDIO} d.docket_number = '13-132'`],
  [{ type: 'oa', judge: 'zebulon' }, `SELECT a.id ${AUDIO} a.judges ~* 'zebulon'`],
  [{ type: 'oa', argued_before: '2014' }, `SELECT a.id ${AUDIO} d.date_argued <= '2014-12-31'`],
  [{ type: 'oa', argued_after: '2000' }, `SELECT a.id ${AUDIO} d.date_argued >= '2000-01-01'`],
]

test.group('search: parameters', (group) => {
  group.setup(searchReady)

  test('{search} finds the same records as the database')
    .with(
      NARROWED.map(([parameters, keys]) => ({
        search: `?${new URLSearchParams(parameters).toString()}`,
        parameters,
        keys,
      }))
    )
    .run(async ({ client, assert }, { parameters, keys }) => {
      const { rows } = await (await app.container.make('lucid.db')).rawQuery(keys)
      const expected = rows.map((row: Record<string, string>) => Number(Object.values(row)[0]))
      const { found, count } = await fetchAllPages(client, parameters)
      assert.sameMembers(found, expected)
      assert.equal(count, expected.length)
      assert.lengthOf(new Set(found), found.length)
    })

  test('a court includes its lower courts, by parameter and in q', async ({ assert }) => {
    const { context, declarations } = await searchServices(app)
    const known = await context()
    assert.includeMembers(known.below!.court_id!('calctapp'), ['calctapp1d', 'calctapp6d'])
    const below = { court_id: (id: string) => (id === 'ca9' ? ['cand', 'cacd'] : []) }
    const treeOf = (given: Record<string, string>) => {
      const parameters = new Map(Object.entries(given).map(([name, value]) => [name, [value]]))
      const { filter, query } = readSearch(parameters, declarations, {
        strict: true,
        context: { below },
      })
      return printTree(filter) + printTree(query.tree)
    }
    const courts = 'court_id:{ca9, cand, cacd, scotus}'
    const ways: Record<string, string>[] = [
      { court: 'ca9 scotus' },
      { court: 'CA9,scotus' },
      { court_ca9: 'on', court_scotus: 'on', court_ca2: 'off' },
      { q: 'court_id:(ca9 OR scotus)' },
    ]
    for (const given of ways) assert.include(treeOf({ type: 'd', ...given }), courts)
  })

  test('a word of a party finds the docket and its documents', async ({ client, assert }) => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT p.name, t.docket_id::int AS docket FROM parties p JOIN party_types t ON t.party_id = p.id ORDER BY p.id LIMIT 1`
    )
    const [{ name, docket }] = rows as [{ name: string; docket: number }]
    const dockets = await searched(client, { type: 'd', party_name: `"${name}"` })
    assert.include(
      dockets.results.map(({ docket_id }) => docket_id),
      docket
    )
    const documents = await searched(client, { type: 'rd', party_name: `"${name}"` })
    assert.isAbove(documents.count, 0)
    assert.include(
      documents.results.map(({ docket_id }) => docket_id),
      docket
    )
  })
})
