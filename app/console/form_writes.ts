/**
 * Forms that write through the API's writer, so that its rules apply.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { errorResponse, type ErrorResponse } from '#app/support/error_response'
import { requireAccount } from '#api/rights'
import type { Resource } from '#api/resource'
import { Writer } from '#api/writes/writer'
import type { Caller } from '#app/accounts/account_cache'
import type { Problems } from './forms.js'

export interface FormWrite {
  trx: TransactionClientContract
  writer: Writer
  caller: Caller
}

/** Converts an error of a write for a form. */
type Explain = (error: unknown) => unknown

/**
 * Runs the work of a form in one transaction.
 *
 * @returns problems by field; undefined on success
 * @throws ApiError for errors unrelated to the form's values, such as 404
 */
export async function submitForm(
  ctx: HttpContext,
  work: (write: FormWrite) => Promise<unknown>
): Promise<Problems | undefined> {
  const writer = await ctx.containerResolver.make(Writer)
  const caller = requireAccount(ctx)
  return problemsIn(() => writer.transaction((trx) => work({ trx, writer, caller })))
}

/**
 * Creates a record of a resource whose creates prepare something outside the transaction.
 *
 * @returns problems by field, or the key of the record; a rejected record may be stored as well
 * @throws ApiError for errors unrelated to the form's values, such as 404
 */
export async function createFromForm(
  ctx: HttpContext,
  resource: Resource,
  body: object,
  explain?: Explain
): Promise<{ problems: Problems } | { key: string }> {
  const writer = await ctx.containerResolver.make(Writer)
  const caller = requireAccount(ctx)
  let key = ''
  const problems = await problemsIn(async () => {
    const create = await writer.prepare(resource, { caller, body })
    const written = await writer.transaction((trx) => writer.createPrepared(trx, resource, create))
    if (written.refusal) throw written.refusal
    key = written.key
  }, explain)
  return problems ? { problems } : { key }
}

/**
 * Changes fields of a record of a resource whose updates prepare something outside the
 * transaction.
 *
 * @returns problems by field; undefined on success
 * @throws ApiError for errors unrelated to the form's values, such as 404
 */
export async function changeFromForm(
  ctx: HttpContext,
  { resource, key }: { resource: Resource; key: string },
  body: object,
  explain?: Explain
): Promise<Problems | undefined> {
  const writer = await ctx.containerResolver.make(Writer)
  const change = { caller: requireAccount(ctx), body, partial: true }
  return problemsIn(async () => {
    const prepared = await writer.prepareUpdate(resource, key, change)
    await writer.transaction((trx) => writer.update(trx, resource, key, { ...change, prepared }))
  }, explain)
}

async function problemsIn(
  work: () => Promise<unknown>,
  explain: Explain = (error) => error
): Promise<Problems | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    const error = explain(thrown)
    const response = errorResponse(error)
    const problems = response && toFormProblems(response)
    if (!problems) throw error
    return problems
  }
}

/** Errors of invalid values and exceeded quotas, by field. */
export function toFormProblems({ status, body }: ErrorResponse): Problems | undefined {
  if ((status !== 400 && status !== 403) || !body || Array.isArray(body)) return undefined
  return Object.fromEntries(
    Object.entries(body).map(([name, said]) => [name, [said].flat().join(' ')])
  )
}
