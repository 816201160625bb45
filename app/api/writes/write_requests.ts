/**
 * Requests that write: each is one transaction, from the check of what is
 * there to the answer, which is read in it.
 */
import type { BodyParser } from './body_parser.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { queryInTransaction } from '#app/database/transaction_reader'
import { ApiError, type ErrorBody } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import type { ApiRequest } from '../api_request.js'
import { callerOf } from '../rights.js'
import { ROW, type QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import { once, readIdempotencyKey, type CreatedAnswer } from './idempotency.js'
import { readBody } from './read_body.js'
import { discardUpload, readUpload, type UploadedBody } from './read_upload.js'
import type { FileField } from './received_file.js'
import type { Write, Writer, Written } from './writer.js'

export interface WriteServices {
  compiler: QueryCompiler
  writer: Writer
  bodyParser: BodyParser
}

export class WriteRequests {
  constructor(
    readonly resource: Resource,
    readonly services: WriteServices
  ) {}

  /**
   * @returns without a key when several were made
   * @throws ApiError
   */
  async create(request: ApiRequest): Promise<CreatedAnswer> {
    const { resource } = this
    const { writer } = this.services
    const caller = callerOf(request.ctx)
    const { request: http } = request.ctx
    const key = resource.ownership ? readIdempotencyKey(http.header('idempotency-key')) : undefined
    const upload = resource.file && (await this.#upload(request, resource.file))
    const write = upload
      ? { caller, body: upload.body, file: upload.file }
      : await this.#write(request)
    const created = writer.transaction((trx) => {
      const work = async () => {
        if (Array.isArray(write.body) && resource.maxBatchSize)
          return { key: '', json: await this.#createAll(trx, request, write, write.body) }
        const written = await writer.create(trx, resource, write)
        const json = await this.#answer(trx, request, written)
        await upload?.kept.publish()
        return { key: written.key, json }
      }
      if (key === undefined) return work()
      const endpoint = request.catalog.namespace + resource.path
      const body = upload ? upload.compared : write.body
      return once(trx, { accountId: caller!.account.id, endpoint, key, body }, work)
    })
    return upload ? created.finally(() => discardUpload(upload)) : created
  }

  /**
   * Makes all records of a list, or none.
   *
   * @throws ApiError 400 with a list: what is wrong with each, `{}` for those that could be made
   */
  async #createAll(
    trx: TransactionClientContract,
    request: ApiRequest,
    { caller }: Write,
    bodies: unknown[]
  ): Promise<string> {
    const { resource } = this
    if (!bodies.length || bodies.length > resource.maxBatchSize) {
      const said = `A list may have 1 to ${resource.maxBatchSize} items.`
      throw new ApiError(400, { non_field_errors: [said] })
    }
    const made: string[] = []
    const wrong: ErrorBody[] = []
    for (const body of bodies) {
      try {
        // What the database refuses spoils the innermost transaction only.
        const written = await trx.transaction((inner) =>
          this.services.writer.create(inner, resource, { caller, body })
        )
        made.push(await this.#answer(trx, request, written))
        wrong.push({})
      } catch (error) {
        const response = errorResponse(error)
        if (response?.status !== 400 || !response.body) throw error
        wrong.push(response.body)
      }
    }
    if (made.length < bodies.length) throw new ApiError(400, wrong)
    return `[${made.join(',')}]`
  }

  /**
   * @returns the record's JSON text
   * @throws ApiError
   */
  async update(request: ApiRequest, key: string, partial: boolean): Promise<string> {
    const { writer } = this.services
    const write = await this.#write(request)
    return writer.transaction(async (trx) =>
      this.#answer(
        trx,
        request,
        await writer.update(trx, this.resource, key, { ...write, partial })
      )
    )
  }

  /** @throws ApiError */
  async destroy({ ctx }: ApiRequest, key: string): Promise<void> {
    const { writer } = this.services
    await writer.transaction((trx) =>
      writer.destroy(trx, this.resource, key, { caller: callerOf(ctx) })
    )
  }

  #upload({ ctx }: ApiRequest, file: FileField): Promise<UploadedBody> {
    return readUpload(ctx, this.services.bodyParser, file)
  }

  async #write({ ctx }: ApiRequest): Promise<Write> {
    return { caller: callerOf(ctx), body: await readBody(ctx, this.services.bodyParser) }
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
      selection: request.parameters.selection(),
      filters: { table: this.resource, terms: [], related: new Map() },
    })
    const [row] = await queryInTransaction(trx, statement.text, values)
    if (!row) throw new Error(`"${this.resource.path}" does not show what was just written`)
    return row[ROW.document]!
  }
}
