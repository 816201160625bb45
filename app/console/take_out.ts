/**
 * Data export of an account as one JSON file: its settings, its tokens without their keys, its
 * records of all resources, and other data of the server and its plugins. Secrets and internal
 * data of staff (the audit log and notes) are not included.
 */
import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import type { AccountRecord } from '#app/accounts/account_cache'
import { Reader } from '#app/database/reader'
import Account from '#app/models/account'
import ApiToken from '#app/models/api_token'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { ConsoleRegistry } from './console_registry.js'
import { partOfTable } from './take_out_part.js'

@inject()
export class TakeOut {
  constructor(
    private resources: ResourceRegistry,
    private reader: Reader,
    private console: ConsoleRegistry
  ) {}

  /** @returns the file in chunks */
  async *fileOf({ id, policy }: AccountRecord): AsyncGenerator<string> {
    const records = new Records(this.resources, this.reader)
    const tokens = await ApiToken.query().where({ accountId: id }).orderBy('id')
    const { membership } = policy.facts
    yield `{"account":${JSON.stringify(await facts(id))}`
    yield `,"membership":${JSON.stringify(membership ?? null)}`
    yield `,"tokens":${JSON.stringify(tokens.map(shownToken))}`
    for (const resource of this.resources.all())
      if (resource.ownership && resource.versions.includes('v4'))
        yield* listed(resource.path, records.ownedBy(resource, id))
    for (const { name, read } of [...ACCOUNT_PARTS, ...this.console.parts])
      yield* listed(name, read(id, app))
    yield '}\n'
  }
}

async function* listed(name: string, batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let isFirst = true
  for await (const rows of batches) {
    if (!rows.length) continue
    yield `${isFirst ? '' : ','}${rows.join(',')}`
    isFirst = false
  }
  yield ']'
}

async function facts(id: number) {
  const account = await Account.findOrFail(id)
  return {
    id,
    username: account.username,
    email: account.email,
    email_confirmed: account.emailConfirmedAt,
    first_name: account.firstName,
    last_name: account.lastName,
    time_zone: account.timeZone,
    log_searches: account.logSearches,
    auto_subscribe: account.autoSubscribe,
    date_created: account.dateCreated,
    last_sign_in: account.lastSignIn,
  }
}

function shownToken({ name, isPrimary, ending, readOnly, ...token }: ApiToken) {
  const { dateCreated, expiresAt, lastUsedAt } = token
  return {
    name,
    is_primary: isPrimary,
    ending,
    read_only: readOnly,
    date_created: dateCreated,
    expires: expiresAt,
    last_used: lastUsedAt,
  }
}

/** Data of the server about accounts that is not in resources. */
export const ACCOUNT_PARTS = [
  partOfTable({
    name: 'rights',
    table: 'account_rights',
    key: 'right',
    columns: ['right'],
  }),
  partOfTable({
    name: 'rate_overrides',
    table: 'rate_overrides',
    key: 'id',
    columns: ['scope', 'limit', 'seconds', 'date_created', 'date_modified'],
  }),
  partOfTable({
    name: 'requests_by_hour',
    table: 'account_hours',
    key: 'hour',
    columns: ['hour', 'count'],
  }),
]
