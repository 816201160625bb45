/**
 * Log messages about failed requests, and the details that callers get.
 */
import testUtils from '@adonisjs/core/services/test_utils'
import { test } from '@japa/runner'
import HttpExceptionHandler from '#app/exceptions/handler'
import { DomainError, NotSupported } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'

test.group('the log of failed requests', () => {
  /** Lines that the handler logs about errors, with their level. */
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

  test('logs a feature that is not configured once, however often it is requested', async ({
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

  test('has a line for each server error', async ({ assert }) => {
    const lines = await linesAbout([new Error('broken'), new Error('broken')])
    assert.deepEqual(lines, ['error: request failed', 'error: request failed'])
  })
})

test.group('responses to errors of the file system', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    test(`${code} is reported as a full disk`, async ({ assert }) => {
      const ctx = await testUtils.createHttpContext()
      const error = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' })
      await new HttpExceptionHandler().handle(error, ctx)
      assert.equal(ctx.response.getStatus(), 507)
      assert.include(String(ctx.response.getBody()), 'The disk of this server is full')
    })
  }

  test('details of other errors are not shown to callers', async ({ assert }) => {
    const ctx = await testUtils.createHttpContext()
    const error = Object.assign(new Error('EACCES: /secret/path'), { code: 'EACCES' })
    await new HttpExceptionHandler().handle(error, ctx)
    assert.equal(ctx.response.getStatus(), 500)
    assert.notInclude(String(ctx.response.getBody()), '/secret/path')
  })
})
