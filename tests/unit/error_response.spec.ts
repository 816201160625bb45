import { test } from '@japa/runner'
import { ApiError } from '#app/support/api_error'
import { InvalidCredentials } from '#app/accounts/guards/credentials'
import { ACCOUNT_ERRORS } from '#app/accounts/errors'
import { InvalidValues, NotReady } from '#app/support/domain_error'
import { errorResponse } from '#app/support/error_response'

test.group('responses to domain errors', () => {
  test('invalid values return 400 with the same kind as in the API', ({ assert }) => {
    const values = { q: ['Enter a query.'] }
    const { status, kind, body, headers, members } = new ApiError(400, values)
    assert.deepEqual(errorResponse(new InvalidValues(values)), {
      status,
      kind,
      body,
      headers,
      members,
    })
  })

  test('missing credentials name a scheme', ({ assert }) => {
    const error = new InvalidCredentials(ACCOUNT_ERRORS.invalid_credentials, { detail: 'x' })
    const response = errorResponse(error)
    assert.equal(response?.status, 401)
    assert.deepEqual(response?.headers, { 'www-authenticate': 'Token realm="api"' })
  })

  test('temporary errors have a Retry-After header', ({ assert }) => {
    assert.deepEqual(errorResponse(new NotReady('x', 10))?.headers, { 'retry-after': '10' })
  })

  test('other errors are left to the handler', ({ assert }) => {
    assert.isUndefined(errorResponse(new Error('x')))
  })
})
