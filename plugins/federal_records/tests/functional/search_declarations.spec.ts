/**
 * The search for federal records conforms to search.md 1.1, 2.2 to 2.4, 3, and 4.4.
 */
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

const DOCKET = parseShape(`
  assignedTo str
  assigned_to_id int null
  attorney str[]
  attorney_id int[]
  caseName str
  case_name_full str
  cause str
  chapter str
  court str
  court_citation_string str
  court_id str
  dateArgued date null
  dateFiled date null
  dateTerminated date null
  docketNumber str
  docket_absolute_url str
  docket_id int
  firm str[]
  firm_id int[]
  jurisdictionType str
  juryDemand str
  meta meta
  party str[]
  party_id int[]
  referredTo str
  referred_to_id int null
  registry_case_id str
  suitNature str
  trustee_str str
`)

const DOCUMENT = parseShape(`
  absolute_url str
  attachment_number int null
  cites int[]
  description str
  docket_entry_id int
  document_number int null
  document_type str
  entry_date_filed date null
  entry_number int null
  filepath_local str null
  id int
  is_available bool
  meta meta
  page_count int null
  registry_doc_id str
  short_description str
  snippet str
`)

const FIELDS =
  'assignedTo assigned_to_id attorney attorney_id caseName case_name_full cause chapter court court_citation_string court_id dateArgued dateFiled dateTerminated date_created docketNumber docket_id docket_absolute_url firm firm_id jurisdictionType juryDemand party party_id referredTo referred_to_id registry_case_id suitNature timestamp trustee_str absolute_url attachment_number cites description docket_entry_id document_number document_type entry_date_filed entry_number filepath_local id is_available page_count plain_text registry_doc_id short_description'

const PARAMETERS =
  'court case_name docket_number filed_after filed_before entry_date_filed_after entry_date_filed_before available_only description nature_of_suit cause assigned_to referred_to document_number attachment_number party_name atty_name firm_name nature assigned_to_id'

const ALL = 'SELECT id FROM archive_documents'
const DOCKETS = 'SELECT id FROM dockets'

test.group('search for federal records', () => {
  test('results have every field with its type', async ({ assert }) => {
    for (const docket of await loadSampleResults('d', 'hits', DOCKETS))
      assertShape(assert, docket, DOCKET)
    for (const docket of await loadSampleResults('r', 'hits', DOCKETS))
      assertShape(assert, docket, { ...DOCKET, recap_documents: 'list' })
    const nested = await loadSampleResults('r', 'children', ALL)
    assert.isAbove(nested.length, 100)
    for (const document of nested) assertShape(assert, document, DOCUMENT)
    for (const document of await loadSampleResults('rd', 'hits', ALL))
      assertShape(assert, document, { ...DOCUMENT, docket_id: 'int' })
  })

  test('results show the values of the records', async ({ assert }) => {
    const [docket] = await loadSampleResults('d', 'hits', 'SELECT 2001')
    assert.containSubset(docket, {
      court_id: 'nysd',
      docketNumber: '1:24-cv-01187',
      docket_absolute_url: '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
      registry_case_id: '612001',
    })
    assert.include(docket!.party, 'Harbor Light Logistics, LLC')
    assert.lengthOf(docket!.party_id, docket!.party.length)
    const [document] = await loadSampleResults('rd', 'hits', 'SELECT 4001')
    assert.containSubset(document, {
      absolute_url: '/docket/2001/1/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
      docket_id: 2001,
      document_number: 1,
      document_type: 'Registry Document',
      entry_date_filed: '2024-02-15',
      short_description: 'Complaint',
    })
    assert.match(document!.description, /^COMPLAINT against Meridian/)
  })

  test('supports every field, parameter, and ordering', async ({ assert }) => {
    const { fields } = await indexNamed('dockets')
    assert.includeMembers(Object.keys(fields), FIELDS.split(' '))
    for (const code of ['r', 'rd', 'd']) {
      const type = await getSearchType(code)
      assert.sameMembers(Object.keys(type.parameters), PARAMETERS.split(' '))
      assert.sameMembers(Object.keys(type.orders), [
        'dateFiled desc',
        'dateFiled asc',
        'entry_date_filed desc',
        'entry_date_filed asc',
      ])
      assert.equal(type.standardOrder, 'score desc')
    }
  })

  test('searches unqualified words in the weighted fields', async ({ assert }) => {
    const index = await indexNamed('dockets')
    const one =
      'case_name_full suitNature juryDemand cause assignedTo referredTo court court_id_text court_citation_string chapter trustee_str short_description plain_text document_type'
    assert.deepEqual(searchedFields(index), {
      caseName: 4,
      docketNumber: 3,
      description: 2,
      ...Object.fromEntries(one.split(' ').map((name) => [name, 1])),
    })
    assert.equal(index.yearsOfAge, 20)
  })

  test('finds documents of federal dockets only, and no text of sealed ones', async ({
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const seal = (sealed: boolean) =>
      database.from('archive_documents').where('id', 4001).update({ is_sealed: sealed })
    cleanup(() => seal(false).then(() => {}))
    const before = await sampleDocuments('dockets')
    assert.deepEqual(
      before.parents.map(({ key }) => key),
      (await database.from('docket_entries').distinct('docket_id').orderBy('docket_id')).map(
        ({ docket_id: key }) => Number(key)
      )
    )
    const complaint = before.children.find(({ key }) => key === 4001)!
    assert.equal(complaint.parent, 2001)
    assert.match(String(complaint.fields.plain_text), /spoilage of 412 pallets/)
    assert.match(String(complaint.fields.description), /^COMPLAINT/)

    await seal(true)
    const after = await sampleDocuments('dockets')
    assert.equal(after.children.find(({ key }) => key === 4001)!.fields.plain_text, '')
  })
})
