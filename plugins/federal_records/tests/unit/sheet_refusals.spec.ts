/**
 * Errors that end an import of docket sheets, and errors that reject a line.
 */
import { test } from '@japa/runner'
import pg from 'pg'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { endsImport, reasonOf } from '../../docket_sheet/refusal.js'

const withCode = (code: string) =>
  Object.assign(new pg.DatabaseError('it failed', 0, 'error'), { code })

test.group('errors of an import of docket sheets', () => {
  test('{$self} ends it, whatever the line')
    .with(['57P01', '53100', '58030', '08006'])
    .run(({ assert }, code) => {
      assert.isTrue(endsImport(withCode(code)))
      assert.throws(() => reasonOf(withCode(code)), 'it failed')
    })

  test('a connection lost while the database commits ends it', ({ assert }) => {
    for (const error of [
      new CommitOutcomeUnknown(new Error('Connection terminated unexpectedly')),
      new Error('Connection terminated unexpectedly'),
    ]) {
      assert.isTrue(endsImport(error))
      assert.throws(() => reasonOf(error), error.message)
    }
  })

  test('database errors about values reject the line', ({ assert }) => {
    assert.isFalse(endsImport(withCode('22021')))
    assert.equal(reasonOf(withCode('22021')), 'it failed')
  })
})
