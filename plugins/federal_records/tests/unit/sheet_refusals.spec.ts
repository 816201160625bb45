/**
 * Errors that end an import of docket sheets, and errors that reject a line.
 */
import { test } from '@japa/runner'
import pg from 'pg'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isFatalImportError, getLineError } from '../../docket_sheet/refusal.js'

const withCode = (code: string) =>
  Object.assign(new pg.DatabaseError('it failed', 0, 'error'), { code })

test.group('errors of an import of docket sheets', () => {
  test('{$self} ends the import')
    .with(['57P01', '53100', '58030', '08006'])
    .run(({ assert }, code) => {
      assert.isTrue(isFatalImportError(withCode(code)))
      assert.throws(() => getLineError(withCode(code)), 'it failed')
    })

  test('a connection lost during a commit ends the import', ({ assert }) => {
    for (const error of [
      new CommitOutcomeUnknown(new Error('Connection terminated unexpectedly')),
      new Error('Connection terminated unexpectedly'),
    ]) {
      assert.isTrue(isFatalImportError(error))
      assert.throws(() => getLineError(error), error.message)
    }
  })

  test('database errors about values reject the line', ({ assert }) => {
    assert.isFalse(isFatalImportError(withCode('22021')))
    assert.equal(getLineError(withCode('22021')), 'it failed')
  })
})
