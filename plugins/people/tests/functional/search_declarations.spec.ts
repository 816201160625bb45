/** The search for judges conforms to search.md 1.1, 2.5, 3, and 4.4. */
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

const JUDGE = parseShape(`
  aba_rating str[]
  absolute_url str
  alias str[]
  alias_ids int[]
  date_granularity_dob str
  date_granularity_dod str
  dob date null
  dob_city str
  dob_state str
  dob_state_id str
  dod date null
  fjc_id str
  gender str
  id int
  meta meta
  name str
  political_affiliation str[]
  political_affiliation_id str[]
  positions list
  races str[]
  religion str
  school str[]
`)

const POSITION = parseShape(`
  appointer str
  court str
  court_citation_string str
  court_exact str
  court_full_name str
  date_confirmation date null
  date_elected date null
  date_granularity_start str
  date_granularity_termination str
  date_hearing date null
  date_judicial_committee_action date null
  date_nominated date null
  date_recess_appointment date null
  date_referred_to_judicial_committee date null
  date_retirement date null
  date_start date null
  date_termination date null
  job_title str
  judicial_committee_action str
  meta meta
  nomination_process str
  organization_name str
  position_type str
  predecessor str
  selection_method str
  selection_method_id str
  supervisor str
  termination_reason str
`)

const FIELDS =
  'aba_rating alias alias_ids dob dob_city dob_state dob_state_id dod fjc_id gender id name political_affiliation political_affiliation_id races religion school'

test.group('search for judges', () => {
  test('results have every field with its type', async ({ assert }) => {
    const judges = await loadSampleResults('p', 'hits', 'SELECT id FROM people')
    assert.isAbove(judges.length, 50)
    for (const judge of judges) {
      assertShape(assert, judge, JUDGE)
      for (const position of judge.positions) assertShape(assert, position, POSITION)
    }
  })

  test('results show the values of the records', async ({ assert }) => {
    const [marshall] = await loadSampleResults('p', 'hits', 'SELECT 301')
    assert.containSubset(marshall, {
      absolute_url: '/person/301/john-marshall/',
      name: 'John Marshall',
      dob: '1755-09-24',
      gender: 'Male',
      religion: 'Episcopalian',
      positions: [
        { court_exact: 'scotus', position_type: 'Chief Justice', appointer: 'John Adams' },
      ],
    })
  })

  test('supports every field, parameter, and ordering', async ({ assert }) => {
    const { fields } = await indexNamed('people')
    const ofPositions = Object.keys(POSITION).filter((name) => name !== 'meta')
    assert.includeMembers(Object.keys(fields), [...FIELDS.split(' '), ...ofPositions])
    const type = await getSearchType('p')
    assert.sameMembers(
      Object.keys(type.parameters),
      'court name born_after born_before dob_city dob_state school appointer selection_method political_affiliation'.split(
        ' '
      )
    )
    assert.sameMembers(Object.keys(type.orders), [
      'name_reverse asc',
      'dob desc,name_reverse asc',
      'dob asc,name_reverse asc',
      'dod desc,name_reverse asc',
    ])
    assert.equal(type.standardOrder, 'name_reverse asc')
  })

  test('searches unqualified words in the weighted fields', async ({ assert }) => {
    const one =
      'gender alias dob_city political_affiliation religion fjc_id aba_rating school position_type nomination_process judicial_committee_action selection_method termination_reason court_full_name court_citation_string court_exact_text organization_name job_title'
    const few = 'appointer supervisor predecessor'
    assert.deepEqual(searchedFields(await indexNamed('people')), {
      name: 8,
      ...Object.fromEntries(few.split(' ').map((name) => [name, 0.3])),
      ...Object.fromEntries(one.split(' ').map((name) => [name, 1])),
    })
  })

  test('documents include judges, but not presidents or aliases', async ({ assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    cleanup(() => database.rawQuery('DELETE FROM people WHERE id = 900001').then(() => {}))
    await database.rawQuery(
      `INSERT INTO people (id, name_first, name_last, is_alias_of_id) VALUES (900001, 'Jack', 'Marshall', 301)`
    )
    const { parents } = await sampleDocuments('people')
    const names = parents.map(({ fields }) => fields.name)
    assert.include(names, 'John Marshall')
    assert.notInclude(names, 'Jack Marshall')
    assert.notInclude(names, 'John Adams')
    const marshall = parents.find(({ key }) => key === 301)!
    assert.deepEqual(marshall.fields.alias, ['Jack Marshall'])
    assert.equal(marshall.fields.name_reverse, 'Marshall, John')
    assert.include(marshall.fields.court_exact, 'scotus')
    assert.include(marshall.fields.appointer, 'John Adams')
  })

  test('adds judges to the search for case law', async ({ assert }) => {
    const [brown] = await loadSampleResults(
      'o',
      'hits',
      `SELECT cluster_id FROM citations WHERE volume = '347' AND page = '483'`
    )
    assert.include(brown!.panel_names, 'Earl Warren')
    assert.lengthOf(brown!.panel_ids, brown!.panel_names.length)
    const joined = await loadSampleResults(
      'o',
      'children',
      'SELECT opinion_id FROM opinion_joined_by'
    )
    assert.isTrue(joined.every(({ joined_by_ids: ids }) => ids.length > 0))
    const { parents } = await sampleDocuments('opinions')
    const document = parents.find(({ key }) => key === brown!.cluster_id)!
    assert.deepEqual(document.fields.panel_names, brown!.panel_names)
  })
})
