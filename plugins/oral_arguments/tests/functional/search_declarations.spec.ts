/** The search for oral arguments conforms to search.md 1.1, 2.6, 3, and 4.4. */
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

const RECORDING = parseShape(`
  absolute_url str
  caseName str
  case_name_full str
  court str
  court_citation_string str
  court_id str
  dateArgued date null
  dateReargued date null
  dateReargumentDenied date null
  docketNumber str
  docket_id int null
  download_url str
  duration int null
  file_size_mp3 int null
  id int
  judge str
  local_path str
  meta meta
  panel_ids int[]
  registry_case_id str null
  sha1 str
  snippet str
  source str
`)

const FIELDS =
  'absolute_url caseName case_name_full court court_citation_string court_id dateArgued dateReargued dateReargumentDenied docketNumber docket_id download_url duration file_size_mp3 id judge local_path panel_ids registry_case_id sha1 source text timestamp'

test.group('search for oral arguments', () => {
  test('results have every field with its type', async ({ assert }) => {
    const recordings = await loadSampleResults('oa', 'hits', 'SELECT id FROM audio')
    assert.isNotEmpty(recordings)
    for (const recording of recordings) assertShape(assert, recording, RECORDING)
  })

  test('supports every field, parameter, and ordering', async ({ assert }) => {
    const { fields } = await indexNamed('oral_arguments')
    assert.includeMembers(Object.keys(fields), FIELDS.split(' '))
    const type = await getSearchType('oa')
    assert.sameMembers(
      Object.keys(type.parameters),
      'court case_name docket_number judge argued_after argued_before'.split(' ')
    )
    assert.sameMembers(Object.keys(type.orders), ['dateArgued desc', 'dateArgued asc'])
    assert.equal(type.standardOrder, 'dateArgued desc')
  })

  test('searches unqualified words in the weighted fields', async ({ assert }) => {
    const index = await indexNamed('oral_arguments')
    const one =
      'text court court_citation_string judge dateArgued_text dateReargued_text dateReargumentDenied_text court_id_text sha1'
    assert.deepEqual(searchedFields(index), {
      caseName: 4,
      docketNumber: 2,
      ...Object.fromEntries(one.split(' ').map((name) => [name, 1])),
    })
    assert.equal(index.yearsOfAge, 50)
  })

  test('documents include the transcript and the date as text', async ({ assert }) => {
    const { parents } = await sampleDocuments('oral_arguments')
    const riley = parents.find(({ fields }) => fields.caseName === 'Riley v. California')!
    assert.equal(riley.date, '2014-04-29')
    assert.equal(riley.fields.dateArgued_text, '29 April 2014')
    assert.match(String(riley.fields.text), /placeholder recording/)
  })
})
