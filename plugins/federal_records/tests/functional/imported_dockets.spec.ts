/**
 * The index of federal dockets adds a long range of imported rows, in resumable parts or by a
 * rebuild.
 */
import { test } from '@japa/runner'
import { useScratchIndex } from '#tests/helpers/scratch_index'

const COURT = `INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
  VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District', 'FD')`
const dockets = (first: number, last: number) => `
  INSERT INTO dockets (id, source, court_id, case_name, docket_number)
  SELECT n, 1, 'nysd', 'Case ' || n, '1:24-cv-' || n FROM generate_series(${first}, ${last}) n`
const COUNT = 12_000
const all = Array.from({ length: COUNT }, (_, at) => at + 1)

test.group('imported dockets', (group) => {
  const archive = useScratchIndex(group, 'dockets')
  /** The commits, in order. */
  let commits: string[]

  group.each.setup(async () => {
    await archive.sql(COURT)
    await archive.sql(dockets(1, 1))
    await archive.rebuild()
    commits = []
    archive.engine.committed = (target) => void commits.push(target)
  })

  /** Reports a larger index, so that changes are indexed without a rebuild. */
  const pretendLarge = () => {
    const health = archive.engine.health.bind(archive.engine)
    archive.engine.health = async () => {
      const found = await health()
      return { ...found, indexes: found.indexes.map((one) => ({ ...one, documents: 1e9 })) }
    }
  }
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('rebuilds the index for more than a fifth of its documents, including concurrent changes', async ({
    assert,
  }) => {
    await archive.sql(dockets(2, COUNT))
    let changes: Promise<unknown> | undefined
    archive.engine.committed = (target) => {
      commits.push(target)
      changes ??= Promise.all([
        archive.sql(`UPDATE dockets SET case_name = 'Changed' WHERE id = 7`),
        archive.sql('DELETE FROM dockets WHERE id = 9'),
      ])
    }
    await archive.follow()
    await until(() => changes !== undefined)
    await changes
    await archive.caughtUp()
    assert.include(commits, 'rebuild')
    assert.deepEqual(
      archive.keys(),
      all.filter((id) => id !== 9)
    )
    assert.equal(archive.document(7)!.fields.caseName, 'Changed')
  })

  test('rebuilds the index for a court with more than a fifth of the dockets', async ({
    assert,
  }) => {
    archive.indexer.services.few = 100
    await archive.sql(dockets(2, 150))
    await archive.rebuild()
    commits.splice(0)
    await archive.sql(`UPDATE courts SET full_name = 'Renamed' WHERE id = 'nysd'`)
    await archive.follow()
    await archive.caughtUp()
    assert.equal(commits.at(-1), 'rebuild')
    assert.equal(archive.document(150)!.fields.court, 'Renamed')
  })

  test('does not rebuild the index for a court with few dockets', async ({ assert }) => {
    archive.indexer.services.few = 100
    await archive.sql(dockets(2, 99))
    await archive.rebuild()
    commits.splice(0)
    await archive.sql(`UPDATE courts SET full_name = 'Renamed' WHERE id = 'nysd'`)
    await archive.follow()
    await archive.caughtUp()
    assert.deepEqual([...new Set(commits)], ['live'])
    assert.equal(archive.document(99)!.fields.court, 'Renamed')
  })

  test('indexes a few changes of a small index without a rebuild', async ({ assert }) => {
    await archive.sql(dockets(2, 40))
    await archive.follow()
    await archive.caughtUp()
    assert.deepEqual([...new Set(commits)], ['live'])
    assert.lengthOf(archive.keys(), 40)
  })

  test('resumes within a range after a stop without losing changes', async ({ assert }) => {
    pretendLarge()
    await archive.sql(dockets(2, COUNT))
    await archive.sql(`UPDATE dockets SET case_name = 'Changed' WHERE id IN (3, 11999)`)
    await archive.sql('DELETE FROM dockets WHERE id IN (4, 11998)')
    await archive.follow()
    await until(() => archive.engine.written.length > 100)
    await archive.stop()
    const { checkpoint } = (await archive.engine.health()).indexes[0]!
    assert.isNotNull(checkpoint)
    // Only uncommitted changes are written again.
    const before = archive.keys().length
    archive.engine.written.splice(0)
    await archive.sql(`UPDATE dockets SET case_name = 'Later' WHERE id = 5`)
    await archive.follow()
    const written = await archive.caughtUp()
    assert.isAtMost(written.length, COUNT - before + 4)
    assert.deepEqual(
      archive.keys(),
      all.filter((id) => ![4, 11_998].includes(id))
    )
    for (const [id, name] of Object.entries({ 3: 'Changed', 5: 'Later', 11_999: 'Changed' }))
      assert.equal(archive.document(Number(id))!.fields.caseName, name)
    assert.notInclude(commits, 'rebuild')
  })

  test('reads parents with very long texts a few at a time', async ({ assert }) => {
    await archive.sql(`INSERT INTO parties (id, name)
      SELECT n, repeat('Creditor ' || n || ' ', 8000) FROM generate_series(1, 100) n`)
    await archive.sql(dockets(2, 101))
    await archive.sql(`INSERT INTO party_types (docket_id, party_id, name)
      SELECT n + 1, n, 'Creditor' FROM generate_series(1, 100) n`)
    await archive.follow()
    await archive.caughtUp()
    assert.lengthOf(archive.keys(), 101)
    assert.lengthOf(
      (archive.document(50)!.fields.party as string[])[0]!.match(/Creditor 49/g)!,
      8_000
    )
  })
})
