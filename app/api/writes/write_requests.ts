/**
 * Handles write requests. Each is one transaction, from reading existing records to reading
 * the response. Only the hooks `prepare` and `prepareUpdate` run before it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryInTransaction } from '#app/database/reader'
import { ApiError, type ErrorBody } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import type { ApiRequest } from '../api_request.js'
import { origin } from '../roots.js'
import { getCaller } from '../rights.js'
import { ROW, type QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import {
  removeSecretFields,
  findStoredAnswer,
  storeAnswer,
  runIdempotent,
  readIdempotencyKey,
  releaseKey,
  claimIdempotencyKey,
  type CreatedAnswer,
  type KeyedRequest,
} from './idempotency.js'
import { isForm, readBody } from './read_body.js'
import { discardUpload, readUpload, type UploadedBody } from './read_upload.js'
import type { FileField } from './received_file.js'
import type { BodyReading } from './validate.js'
import type { Write, Writer, Written } from './writer.js'

export interface WriteServices {
  compiler: QueryCompiler
  writer: Writer
}

export class WriteRequests {
  constructor(
    readonly resource: Resource,
    readonly services: WriteServices
  ) {}

  /**
   * @returns without a key if several records were created
   * @throws ApiError
   */
  async create(request: ApiRequest): Promise<CreatedAnswer> {
    const { resource } = this
    const { writer } = this.services
    const caller = getCaller(request.ctx)
    const { request: http } = request.ctx
    const key = resource.ownership ? readIdempotencyKey(http.header('idempotency-key')) : undefined
    const upload = resource.file && (await this.#upload(request, resource.file))
    const write = upload
      ? { caller, body: upload.body, file: upload.file, reading: readingOf(request) }
      : await this.#write(request)
    const keyed =
      key === undefined ? undefined : this.#keyed(request, key, upload?.compared ?? write.body)
    if (resource.hooks.prepareChangesNothing) return this.#createWhenPrepared(request, write, keyed)
    if (resource.hooks.prepare) return this.#prepareAndCreate(request, write, keyed)
    const created = writer.transaction((trx) => {
      const work = async () => {
        if (Array.isArray(write.body) && resource.maxBatchSize)
          return { key: '', ...(await this.#createAll(trx, request, write, write.body)) }
        const made = await this.#made(trx, request, await writer.create(trx, resource, write))
        await upload?.kept.publish()
        return made
      }
      return keyed ? runIdempotent(trx, keyed, work) : work()
    })
    return upload ? created.finally(() => discardUpload(upload)) : created
  }

  #keyed({ ctx, catalog }: ApiRequest, key: string, body: unknown): KeyedRequest {
    return {
      accountId: getCaller(ctx)!.account.id,
      endpoint: catalog.namespace + this.resource.path,
      key,
      body: removeSecretFields(this.resource, body),
    }
  }

  /** A create with a `prepare` hook that only reads and may be repeated. */
  async #createWhenPrepared(
    request: ApiRequest,
    write: Write,
    keyed: KeyedRequest | undefined
  ): Promise<CreatedAnswer> {
    const { writer } = this.services
    const kept = keyed && (await writer.transaction((trx) => findStoredAnswer(trx, keyed)))
    if (kept) return kept
    const create = await writer.prepare(this.resource, write)
    return writer.transaction((trx) => {
      const work = async () =>
        this.#made(trx, request, await writer.createPrepared(trx, this.resource, create))
      return keyed ? runIdempotent(trx, keyed, work) : work()
    })
  }

  /**
   * A create with a `prepare` hook that has side effects. The key is reserved until the create
   * succeeds, and released if it fails.
   */
  async #prepareAndCreate(
    request: ApiRequest,
    write: Write,
    keyed: KeyedRequest | undefined
  ): Promise<CreatedAnswer> {
    const { resource } = this
    const { writer } = this.services
    const kept = keyed && (await writer.transaction((trx) => claimIdempotencyKey(trx, keyed)))
    if (kept) return kept
    try {
      const create = await writer
        .prepare(resource, write)
        .finally(() => forgetBody(request.ctx, write))
      const { answer, refusal } = await writer.transaction(async (trx) => {
        const written = await writer.createPrepared(trx, resource, create)
        if (written.refusal) return { refusal: written.refusal }
        const made = await this.#made(trx, request, written)
        if (keyed) await storeAnswer(trx, keyed, made)
        return { answer: made }
      })
      if (refusal) throw refusal
      return answer!
    } catch (error) {
      if (keyed) await writer.transaction((trx) => releaseKey(trx, keyed))
      throw error
    }
  }

  /**
   * Creates all records of a list, or none.
   *
   * @throws ApiError 400 with a list of the errors of each record, `{}` for valid ones
   */
  async #createAll(
    trx: TransactionClientContract,
    request: ApiRequest,
    { caller, reading }: Write,
    bodies: unknown[]
  ): Promise<Omit<CreatedAnswer, 'key'>> {
    const { resource } = this
    if (!bodies.length || bodies.length > resource.maxBatchSize) {
      const said = `A list must have 1 to ${resource.maxBatchSize} items.`
      throw new ApiError(400, { non_field_errors: [said] })
    }
    const made: string[] = []
    const ignored = new Set<string>()
    const wrong: ErrorBody[] = []
    for (const body of bodies) {
      try {
        // A database error aborts only the nested transaction.
        const written = await trx.transaction((inner) =>
          this.services.writer.create(inner, resource, { caller, body, reading })
        )
        for (const name of written.ignored) ignored.add(name)
        made.push(await this.#answer(trx, request, written))
        wrong.push({})
      } catch (error) {
        const response = errorResponse(error)
        if (response?.status !== 400 || !response.body) throw error
        wrong.push(response.body)
      }
    }
    if (made.length < bodies.length) throw new ApiError(400, wrong)
    return { json: `[${made.join(',')}]`, ignored: [...ignored] }
  }

  /** @throws ApiError */
  async update(
    request: ApiRequest,
    key: string,
    partial: boolean
  ): Promise<Pick<CreatedAnswer, 'json' | 'ignored'>> {
    const { writer } = this.services
    const change = { ...(await this.#write(request)), partial }
    const prepared = await writer.prepareUpdate(this.resource, key, change)
    return writer.transaction(async (trx) => {
      const written = await writer.update(trx, this.resource, key, { ...change, prepared })
      return { json: await this.#answer(trx, request, written), ignored: written.ignored }
    })
  }

  /** @throws ApiError */
  async destroy({ ctx }: ApiRequest, key: string): Promise<void> {
    const { writer } = this.services
    await writer.transaction((trx) =>
      writer.destroy(trx, this.resource, key, { caller: getCaller(ctx) })
    )
  }

  #upload(request: ApiRequest, file: FileField): Promise<UploadedBody> {
    return readUpload(request.ctx, file, readingOf(request))
  }

  async #write(request: ApiRequest): Promise<Write> {
    const { ctx } = request
    const reading = readingOf(request)
    return { caller: getCaller(ctx), body: await readBody(ctx, reading), reading }
  }

  async #made(
    trx: TransactionClientContract,
    request: ApiRequest,
    written: Written
  ): Promise<CreatedAnswer> {
    const json = await this.#answer(trx, request, written)
    return { key: written.key, json, headers: written.headers, ignored: written.ignored }
  }

  async #answer(
    trx: TransactionClientContract,
    request: ApiRequest,
    { key, answer }: Written
  ): Promise<string> {
    const { statement, values } = this.services.compiler.detail(this.resource, key, {
      viewer: request.viewer,
      answered: answer,
      base: request.base,
      suffix: request.linkEnd,
      selection: request.selection,
      filters: { table: this.resource, terms: [], related: new Map() },
    })
    const [row] = await queryInTransaction(trx, statement.text, values)
    if (!row) throw new Error(`"${this.resource.path}" does not return the record that was written`)
    return row[ROW.document]!
  }
}

function readingOf({ ctx, catalog }: ApiRequest): BodyReading {
  return {
    isForm: isForm(ctx),
    isLenient: catalog.requests === 'lenient',
    origin: origin(ctx),
  }
}

/** Removes the body, which may contain secrets, from the request. */
function forgetBody({ request }: HttpContext, write: Write): void {
  write.body = undefined
  request.updateBody({})
  request.updateRawBody('')
}
