/**
 * A process that merges a page: it reads the connection and the page as a line of JSON, prints that
 * it is ready, and merges after the next line.
 */
import { createInterface } from 'node:readline'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import { inTransaction } from '#app/database/transaction'
import { mergePage, type PageToMerge } from '../docket_sheet/from_pages/merge_page.js'

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { connection, page } = JSON.parse((await lines.next()).value as string) as {
  connection: pg.ClientConfig
  page: PageToMerge
}
const client = new pg.Client(connection)
await client.connect()
const trx = { knexClient: { client: { acquireConnection: async () => client } } }
process.stdout.write('ready\n')
await lines.next()
await inTransaction(client, () => mergePage(trx as unknown as TransactionClientContract, page))
await client.end()
process.exit(0)
