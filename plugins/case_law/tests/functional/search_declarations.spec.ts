/** The search for case law conforms to search.md 1.1, 2.1, 3, and 4.4. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { searchedFields } from '#app/search_engine/index_definition'
import {
  assertShape,
  indexNamed,
  loadSampleResults,
  sampleDocuments,
  parseShape,
  getSearchType,
} from '#tests/helpers/search_shapes'
import { OPINION_TYPES } from '../../resources/codes.js'
import { STANDING } from '../../search/case_searches.js'
import { OPINION_TEXTS, OPINION_TYPE_SLUGS } from '../../search/opinion_values.js'
import { Reader } from '#app/database/reader'

const CLUSTER = parseShape(`
  absolute_url str
  attorney str
  caseName str
  caseNameFull str
  citation str[]
  citeCount int
  cluster_id int
  court str
  court_citation_string str
  court_id str
  dateArgued date null
  dateFiled date
  dateReargued date null
  dateReargumentDenied date null
  docketNumber str
  docket_id int
  judge str
  lexisCite str
  meta meta
  neutralCite str
  non_participating_judge_ids int[]
  opinions list
  panel_ids int[]
  panel_names str[]
  posture str
  procedural_history str
  scdb_id str
  sibling_ids int[]
  source str
  status str
  suitNature str
  syllabus str
`)

const OPINION = parseShape(`
  author_id int null
  cites int[]
  download_url str null
  id int
  joined_by_ids int[]
  local_path str null
  meta meta
  per_curiam bool
  sha1 str
  snippet str
  type str
`)

const FIELDS =
  'absolute_url attorney author_id caseName caseNameFull citation citeCount cites cluster_id court court_citation_string court_id court_jurisdiction dateArgued dateFiled dateReargued dateReargumentDenied date_created docketNumber docket_id id joined_by_ids judge lexisCite local_path neutralCite non_participating_judge_ids panel_ids panel_names per_curiam posture procedural_history scdb_id sha1 sibling_ids source status suitNature syllabus text timestamp type'

const PARAMETERS =
  'court case_name docket_number judge filed_after filed_before citation neutral_cite cited_gt cited_lt id opinion_kind nature author_id statute'

test.group('search for case law', () => {
  test('results have every field with its type', async ({ assert }) => {
    const clusters = await loadSampleResults('o', 'hits', 'SELECT id FROM opinion_clusters')
    assert.isAbove(clusters.length, 100)
    for (const cluster of clusters) assertShape(assert, cluster, CLUSTER)
    const opinions = await loadSampleResults('o', 'children', 'SELECT id FROM opinions')
    assert.isAbove(opinions.length, 200)
    for (const opinion of opinions) assertShape(assert, opinion, OPINION)
  })

  test('results show the values of the records', async ({ assert }) => {
    const [brown] = await loadSampleResults(
      'o',
      'hits',
      `SELECT cluster_id FROM citations WHERE volume = '347' AND page = '483'`
    )
    assert.containSubset(brown, {
      absolute_url: `/opinion/${brown!.cluster_id}/brown-v-board-of-education-of-topeka/`,
      court: 'Supreme Court of the United States',
      court_citation_string: 'SCOTUS',
      court_id: 'scotus',
      dateFiled: '1954-05-17',
      status: 'Published',
    })
    assert.include(brown!.citation, '347 U.S. 483')
    assert.lengthOf(brown!.sibling_ids, 1)
    const [opinion] = await loadSampleResults('o', 'children', `SELECT ${brown!.sibling_ids[0]}`)
    assert.match(opinion!.type, /-opinion$/)
    assert.isAbove(opinion!.cites.length, 0)
  })

  test('declares every field', async ({ assert }) => {
    const { fields } = await indexNamed('opinions')
    assert.includeMembers(Object.keys(fields), FIELDS.split(' '))
  })

  test('searches unqualified words in the weighted fields; age and court affect the score', async ({
    assert,
  }) => {
    const index = await indexNamed('opinions')
    const one =
      'text type court court_id_text citation judge caseNameFull status_text suitNature attorney procedural_history posture syllabus'
    assert.deepEqual(searchedFields(index), {
      caseName: 4,
      docketNumber: 2,
      ...Object.fromEntries(one.split(' ').map((name) => [name, 1])),
    })
    assert.equal(index.yearsOfAge, 50)
    const reader = await app.container.make(Reader)
    const standings = await reader.rows(
      `SELECT code, ${STANDING} FROM unnest(string_to_array('scotus F S TS FD FBP SA TA SAG MA FS FB ST SS TT MT C I T', ' ')) AS code,
         LATERAL (SELECT CASE code WHEN 'scotus' THEN 'scotus' ELSE 'other' END AS id,
                         CASE code WHEN 'scotus' THEN 'F' ELSE code END AS jurisdiction) AS court`,
      []
    )
    const expected = {
      1: 'scotus T',
      0.8: 'F S TS',
      0.6: 'FD FBP SA TA SAG MA',
      0.4: 'FS FB ST SS TT MT C',
      0.2: 'I',
    }
    for (const [factor, codes] of Object.entries(expected))
      for (const code of codes.split(' '))
        assert.equal(Number(standings.find(([name]) => name === code)![1]), Number(factor), code)
  })

  test('uses the first nonempty text in this order', ({ assert }) => {
    assert.deepEqual(
      OPINION_TEXTS.slice(0, 6).map(({ column }) => column),
      [
        'o.html_columbia',
        'o.html_lawbox',
        'o.xml_harvard',
        'o.html_anon_2020',
        'o.html',
        'o.plain_text',
      ]
    )
  })

  test('declares parameters, orderings, and checkboxes', async ({ assert }) => {
    const type = await getSearchType('o')
    assert.sameMembers(Object.keys(type.parameters), PARAMETERS.split(' '))
    assert.sameMembers(Object.keys(type.orders), [
      'dateFiled desc',
      'dateFiled asc',
      'citeCount desc',
      'citeCount asc',
    ])
    assert.equal(type.standardOrder, 'score desc')
    assert.deepEqual(type.boxes!.values, [
      'Published',
      'Unpublished',
      'Errata',
      'Separate',
      'In-chambers',
      'Relating-to',
      'Unknown',
    ])
  })

  test('names every opinion type', ({ assert }) => {
    assert.sameMembers(
      Object.keys(OPINION_TYPE_SLUGS),
      OPINION_TYPES.map(({ value }) => value)
    )
  })

  test('documents contain the words of the sample archive', async ({ assert }) => {
    const { parents, children } = await sampleDocuments('opinions')
    const brown = parents.find(({ fields }) =>
      (fields.citation as string[]).includes('347 U.S. 483')
    )!
    assert.equal(brown.date, '1954-05-17')
    assert.equal(brown.factor, 1)
    assert.match(String(brown.fields.caseName), /^Brown v\. Board of Education/)
    const texts = children.map(({ fields }) => String(fields.text))
    assert.isTrue(texts.every((text) => text.length > 50))
    assert.isFalse(texts.some((text) => /<\w+[^>]*>/.test(text)))
    const [opinion] = children.filter(({ parent }) => parent === brown.key)
    assert.match(String(opinion!.fields.text), /tangible equality cannot cure/)
  })
})
