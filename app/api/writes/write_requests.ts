/**
 * Requests that write: each is one transaction, from the check of what is
 * there to the answer, which is read in it.
 */
import type { BodyParser } from './body_parser.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { rowsWithin } from '#app/database/rows_within'
import type { ApiRequest } from '../api_request.js'
import { ROW, type QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import { once, readIdempotencyKey, type CreatedAnswer } from './idempotency.js'
import { readBody } from './read_body.js'
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

  /** @throws ApiError */
  async create(request: ApiRequest): Promise<CreatedAnswer> {
    const { resource } = this
    const { writer } = this.services
    const { caller, request: http } = request.ctx
    const key = resource.ownership ? readIdempotencyKey(http.header('idempotency-key')) : undefined
    const write = await this.#write(request)
    return writer.transaction((trx) => {
      const work = async () => {
        const written = await writer.create(trx, resource, write)
        return { key: written.key, json: await this.#answer(trx, request, written) }
      }
      if (key === undefined) return work()
      const { path: endpoint } = resource
      return once(trx, { accountId: caller!.account.id, endpoint, key, body: write.body }, work)
    })
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
  async destroy({ ctx: { caller } }: ApiRequest, key: string): Promise<void> {
    const { writer } = this.services
    await writer.transaction((trx) => writer.destroy(trx, this.resource, key, { caller }))
  }

  async #write({ ctx }: ApiRequest): Promise<Write> {
    return { caller: ctx.caller, body: await readBody(ctx, this.services.bodyParser) }
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
    const [row] = await rowsWithin(trx, statement.text, values)
    if (!row) throw new Error(`"${this.resource.path}" does not show what was just written`)
    return row[ROW.document]!
  }
}
