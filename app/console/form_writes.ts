/**
 * Forms that write through the API's writer, so that its rules hold.
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

/** What an error of a write is to a form; the error itself unless said otherwise. */
type Explain = (error: unknown) => unknown

/**
 * Does the work of a form in one transaction.
 *
 * @returns what is wrong, by field; nothing when it is done
 * @throws ApiError for anything no form can set right, as 404
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
 * Creates a record of a resource whose creates do something first outside of any
 * transaction, then stores it.
 *
 * @returns what is wrong, by field, or the key of the record; a refused one may be stored, too
 * @throws ApiError for anything no form can set right, as 404
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
 * Changes some fields of a record of a resource whose changes do something first outside of any
 * transaction.
 *
 * @returns what is wrong, by field; nothing when it is done
 * @throws ApiError for anything no form can set right, as 404
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
    const problems = response && problemsOf(response)
    if (!problems) throw error
    return problems
  }
}

/** Refusals of values, and of one more where there may be no more. */
export function problemsOf({ status, body }: ErrorResponse): Problems | undefined {
  if ((status !== 400 && status !== 403) || !body || Array.isArray(body)) return undefined
  return Object.fromEntries(
    Object.entries(body).map(([name, said]) => [name, [said].flat().join(' ')])
  )
}
