/**
 * `filter_nested_results`: the filters of a list of parties or attorneys also apply to nested rows.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'

const [APPEAL, TRIAL] = [900_001, 900_002]
const [ACME, BOLT] = [900_011, 900_012]
const [XENIA, YORICK] = [900_021, 900_022]

const ROWS = `
  INSERT INTO dockets (id, source, court_id, case_name, slug, docket_number) VALUES
    (${APPEAL}, 0, 'ca2', 'Acme', 'acme', '24-1'), (${TRIAL}, 0, 'nysd', 'Acme', 'acme', '1:24-cv-2');
  INSERT INTO parties (id, name) VALUES (${ACME}, 'Acme'), (${BOLT}, 'Bolt');
  INSERT INTO attorneys (id, name) VALUES (${XENIA}, 'Xenia'), (${YORICK}, 'Yorick');
  INSERT INTO party_types (docket_id, party_id, name) VALUES
    (${APPEAL}, ${ACME}, 'Appellant'), (${TRIAL}, ${ACME}, 'Defendant'), (${TRIAL}, ${BOLT}, 'Plaintiff');
  INSERT INTO attorney_roles (party_id, attorney_id, docket_id, role) VALUES
    (${ACME}, ${XENIA}, ${APPEAL}, 1), (${ACME}, ${XENIA}, ${TRIAL}, 1),
    (${ACME}, ${YORICK}, ${TRIAL}, 1), (${BOLT}, ${XENIA}, ${TRIAL}, 1);
`
const GONE = `
  DELETE FROM dockets WHERE id IN (${APPEAL}, ${TRIAL});
  DELETE FROM parties WHERE id IN (${ACME}, ${BOLT});
  DELETE FROM attorneys WHERE id IN (${XENIA}, ${YORICK});
`

/** The name of each row in a list, and its nested rows. */
type Shown = Record<string, string[]>

const CASES: [query: string, shown: Shown][] = [
  ['parties/?docket=900001', { Acme: ['Appellant', '900021 in 900001'] }],
  ['parties/?docket__id=900001', { Acme: ['Appellant', '900021 in 900001'] }],
  ['parties/?docket__court=ca2', { Acme: ['Appellant', '900021 in 900001'] }],
  [
    'parties/?docket__docket_number__startswith=1:24',
    {
      Bolt: ['Plaintiff', '900021 in 900002'],
      Acme: ['Defendant', '900021 in 900002', '900022 in 900002'],
    },
  ],
  [
    'parties/?docket__court!=ca2',
    {
      Bolt: ['Plaintiff', '900021 in 900002'],
      Acme: ['Defendant', '900021 in 900002', '900022 in 900002'],
    },
  ],
  ['parties/?docket!=900001', { Bolt: ['Plaintiff', '900021 in 900002'] }],
  ['parties/?attorney=900022', { Acme: ['Appellant', 'Defendant', '900022 in 900002'] }],
  ['parties/?attorney__name=Yorick', { Acme: ['Appellant', 'Defendant', '900022 in 900002'] }],
  [
    'parties/?attorney__name__startswith=X&docket=900002',
    { Bolt: ['Plaintiff', '900021 in 900002'], Acme: ['Defendant', '900021 in 900002'] },
  ],
  [
    'parties/?name=Acme',
    {
      Acme: ['Appellant', 'Defendant', '900021 in 900001', '900021 in 900002', '900022 in 900002'],
    },
  ],
  ['attorneys/?docket=900001', { Xenia: ['900011 in 900001'] }],
  ['attorneys/?docket__court=ca2', { Xenia: ['900011 in 900001'] }],
  ['attorneys/?parties_represented=900012', { Xenia: ['900012 in 900002'] }],
  [
    'attorneys/?parties_represented__name=Acme&docket__court=nysd',
    { Yorick: ['900011 in 900002'], Xenia: ['900011 in 900002'] },
  ],
]

const last = (address: string) => /(\d+)\/$/.exec(address)![1]

function shown(rows: any[]): Shown {
  return Object.fromEntries(
    rows.map(
      ({ name, party_types: types = [], attorneys = [], parties_represented: parties = [] }) => [
        name,
        [
          ...types.map((type: any) => type.name),
          ...attorneys.map((role: any) => `${role.attorney_id} in ${role.docket_id}`),
          ...parties.map((role: any) => `${last(role.party)} in ${last(role.docket)}`),
        ],
      ]
    )
  )
}

test.group('filter_nested_results', (group) => {
  group.setup(async () => {
    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    await database.query(ROWS)
    return async () => {
      await database.query(GONE)
      await database.end()
    }
  })

  test('{0}')
    .with(CASES)
    .run(async ({ client, assert }, [query, expected]) => {
      const url = `/api/rest/v4/${query}&id__range=900001,900099`
      const narrowed = await client.get(`${url}&filter_nested_results=True`)
      assert.deepEqual(shown(narrowed.body().results), expected)
      const whole = shown((await client.get(url)).body().results)
      assert.deepEqual(Object.keys(whole), Object.keys(expected))
      for (const [name, nested] of Object.entries(expected))
        assert.includeMembers(whole[name]!, nested)
      const off = await client.get(`${url}&filter_nested_results=false`)
      assert.deepEqual(shown(off.body().results), whole)
    })

  test('applies to a record and to the requested fields', async ({ client, assert }) => {
    const url = `/api/rest/v4/parties/${ACME}/?docket=${APPEAL}&attorney__name=Xenia&filter_nested_results=1`
    assert.deepEqual(shown([(await client.get(url)).body()]), {
      Acme: ['Appellant', '900021 in 900001'],
    })
    for (const fields of ['attorneys', 'party_types__name', 'name', 'id', '']) {
      const response = await client.get(`${url}&fields=${fields}`)
      response.assertStatus(200)
      for (const nested of Object.values<unknown>(response.body()))
        if (Array.isArray(nested)) assert.lengthOf(nested, 1)
    }
  })
})
