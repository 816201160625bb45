/**
 * Values that are too long for an index of their column.
 */
import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { useImports } from '../use_imports.js'

const SCHOOL = 'id,date_created,date_modified,name,ein,is_alias_of_id'
const STAMP = '2024-01-01 00:00:00+00'

/** Incompressible text. */
const dense = (bytes: number) => randomBytes(bytes / 2).toString('hex')

test.group('bulk:import with long values', (group) => {
  takesMinutes(group)
  const { file, run, rows, refusals } = useImports(group)

  const school = (id: number, name: string) => [String(id), STAMP, STAMP, name, null, null]
  const names = async () =>
    (await rows('SELECT id::int FROM schools ORDER BY id')).map(({ id }) => id as number)
  const refused = (line: number, bytes: number) => ({
    line,
    column: 'name',
    reason: `${bytes} bytes are too long for an index of the column`,
  })

  test('rejects them with line and column and imports the other rows', async ({ assert }) => {
    const schools = [
      school(1, 'One'),
      school(2, dense(60_000)),
      school(3, 'Three'),
      school(4, dense(8_000)),
      school(5, 'long, but small in an index '.repeat(2000)),
      school(6, dense(1_000)),
    ]
    const path = file('people-db-schools-2024-01-01.csv', SCHOOL, schools)
    const [first] = await run([path])
    assert.containsSubset(first, { rowsRead: 6, added: 4, refused: 2 })
    assert.deepEqual(await names(), [1, 3, 5, 6])
    assert.deepEqual(await refusals(), [refused(3, 60_000), refused(5, 8_000)])
    const [second] = await run([path])
    assert.containsSubset(second, { added: 0, changed: 0, removed: 0, refused: 2 })
  })

  test('rejects them in a first load', async ({ assert }) => {
    const many = Array.from({ length: 20_000 }, (_, index) => school(index + 1, `School ${index}`))
    many[10_000] = school(10_001, dense(60_000))
    const [first] = await run([file('people-db-schools-2024-01-01.csv', SCHOOL, many)])
    assert.containsSubset(first, { added: 19_999, refused: 1 })
    assert.deepEqual(await refusals(), [refused(10_002, 60_000)])
  })

  test('rejects them in a unique column', async ({ assert }) => {
    const [first] = await run([
      file('people_db_race-2024-01-01.csv', 'id,race', [
        ['1', 'w'],
        ['2', dense(60_000)],
        ['3', 'b'],
      ]),
    ])
    assert.containsSubset(first, { added: 2, refused: 1 })
    assert.containsSubset(await refusals(), [{ line: 3, column: 'race' }])
  })
})
