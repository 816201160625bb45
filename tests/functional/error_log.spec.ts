/**
 * What requests leave in the log.
 */
import testUtils from '@adonisjs/core/services/test_utils'
import { test } from '@japa/runner'
import HttpExceptionHandler from '#app/exceptions/handler'
import { DomainError, NotSupported } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'

test.group('the log of failed requests', () => {
  /** Lines that a handler writes about errors, by level. */
  async function linesAbout(errors: readonly unknown[]): Promise<string[]> {
    const handler = new HttpExceptionHandler()
    const ctx = await testUtils.createHttpContext()
    const lines: string[] = []
    const line = (level: string) => (one: unknown, text?: string) =>
      void lines.push(`${level}: ${text ?? String(one)}`)
    ctx.logger = { warn: line('warn'), error: line('error') } as never
    for (const error of errors) await handler.report(error, ctx)
    return lines
  }

  test('names once what the settings do not offer, however often it is asked for', async ({
    assert,
  }) => {
    const off = (detail: string) => new DomainError(HTTP_ERRORS.not_supported, { detail })
    const lines = await linesAbout([
      off('One is off.'),
      off('One is off.'),
      new NotSupported('Another is off.'),
      off('One is off.'),
      new NotSupported('Another is off.'),
    ])
    assert.lengthOf(lines, 2)
    assert.match(lines[0]!, /^warn: .*501.* One is off\.$/)
    assert.match(lines[1]!, /^warn: .*501.* Another is off\.$/)
  })

  test('has a line for each failure of the server', async ({ assert }) => {
    const lines = await linesAbout([new Error('broken'), new Error('broken')])
    assert.deepEqual(lines, ['error: request failed', 'error: request failed'])
  })
})
