import { test } from '@japa/runner'
import { ApiError } from '#app/support/api_error'
import {
  insufficientScope,
  invalidAccessToken,
  refused,
  unauthenticated,
} from '#app/accounts/guards/credentials'
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

  test('the error for {0} names its schemes')
    .with([
      ['an invalid key', refused('x'), 401, 'Token realm="api"'],
      ['no credentials', unauthenticated(), 401, 'Bearer realm="api", Token realm="api"'],
      [
        'an invalid access token',
        invalidAccessToken('Not "äb\\c" – \r\nX: y.'),
        401,
        'Bearer realm="api", error="invalid_token", error_description="Not \' b c\'     X: y."',
      ],
      [
        'a missing scope',
        insufficientScope('No.', 'api'),
        403,
        'Bearer realm="api", error="insufficient_scope", error_description="No.", scope="api"',
      ],
    ] as const)
    .run(({ assert }, [, error, status, challenge]) => {
      const response = errorResponse(error)
      assert.equal(response?.status, status)
      assert.deepEqual(response?.headers, { 'www-authenticate': challenge })
    })

  test('temporary errors have a Retry-After header', ({ assert }) => {
    assert.deepEqual(errorResponse(new NotReady('x', 10))?.headers, { 'retry-after': '10' })
  })

  test('other errors are left to the handler', ({ assert }) => {
    assert.isUndefined(errorResponse(new Error('x')))
  })
})
