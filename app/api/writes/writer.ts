/**
 * Creates, changes and deletes records of resources that take writes.
 */
import type BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { Database } from '@adonisjs/lucid/database'
import { ApiError } from '../api_error.js'
import { fieldColumn, hasColumn } from '../columns.js'
import { PARSES } from '../metadata.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import { validateBody, type ColumnValues } from './validate.js'

export class Writer {
  constructor(
    readonly registry: ResourceRegistry,
    readonly database: Database,
    readonly bodyParser: BodyParserMiddleware
  ) {}

  /** @returns the new record's key */
  async create(resource: Resource, ctx: HttpContext): Promise<string> {
    const values = validateBody(resource, this.registry, await this.#body(ctx), false)
    return explaining(resource, async () => {
      const [row] = await this.database
        .table(resource.table)
        .insert(values)
        .returning(resource.key.column)
      return String(row[resource.key.column] ?? row)
    })
  }

  /** @returns false when there is no such record */
  async update(
    resource: Resource,
    key: string,
    partial: boolean,
    ctx: HttpContext
  ): Promise<boolean> {
    const values = validateBody(resource, this.registry, await this.#body(ctx), partial)
    return explaining(resource, async () => {
      const rows = this.database.from(resource.table).where(resource.key.column, key)
      const changes = { ...values, ...this.#modified(resource, values) }
      if (!Object.keys(changes).length) return (await rows.first()) !== null
      return Number(await rows.update(changes)) > 0
    })
  }

  /** @returns false when there is no such record */
  async destroy(resource: Resource, key: string): Promise<boolean> {
    return explaining(resource, async () => {
      return (
        Number(await this.database.from(resource.table).where(resource.key.column, key).delete()) >
        0
      )
    })
  }

  #modified(resource: Resource, values: ColumnValues): ColumnValues {
    const field = resource.fields.get('date_modified')
    if (!field || !Object.keys(values).length) return {}
    return {
      [fieldColumn('date_modified', field)]: this.database.rawQuery('clock_timestamp()').knexQuery,
    }
  }

  /** Parsed here and not in a global middleware, so that a wrong method is told before a wrong body. */
  async #body(ctx: HttpContext): Promise<unknown> {
    const type = ctx.request.header('content-type')
    if (type && !ctx.request.is(PARSES)) {
      throw ApiError.detail(415, `Unsupported media type "${type}" in request.`)
    }
    try {
      await this.bodyParser.handle(ctx, async () => {})
    } catch (error) {
      throw worded(error)
    }
    return ctx.request.body()
  }
}

function worded(error: unknown): unknown {
  const { status, message } = error as Error & { status?: number }
  if (status === 413) return ApiError.detail(413, 'The request body is too large.')
  if (error instanceof SyntaxError || status === 400 || status === 422) {
    return ApiError.detail(400, `JSON parse error - ${message}`)
  }
  return error
}

/** Turns what the database refuses into a 400 that names the field. */
async function explaining<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string }
    const column = /^Key \((\w+)/.exec(detail)?.[1]
    const field = fieldOf(resource, column)
    switch (code) {
      case '23505':
        throw new ApiError(400, {
          [field]: [
            `${resource.label} with this ${field === 'non_field_errors' ? 'value' : field} already exists.`,
          ],
        })
      // RESTRICT has a code of its own from PostgreSQL 18 on.
      case '23001':
      case '23503':
        throw new ApiError(400, {
          [field]: [
            /still referenced|is referenced/.test(detail)
              ? `This ${resource.label} is still referred to by other records.`
              : 'No such record exists.',
          ],
        })
      case '23502':
      case '23514':
        throw new ApiError(400, { [field]: ['This value is not allowed.'] })
      default:
        throw error
    }
  }
}

function fieldOf(resource: Resource, column: string | undefined): string {
  for (const [name, field] of resource.fields) {
    if (hasColumn(field) && fieldColumn(name, field) === column) return name
  }
  return 'non_field_errors'
}
