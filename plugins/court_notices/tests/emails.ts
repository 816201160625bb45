/** Court emails in tests: the server's settings and a signing email provider. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { Jobs } from '#app/jobs/jobs'
import { settings as serverSettings } from '#start/env'
import { makeAccount, type TestAccount, type TestAccountWishes } from '#tests/helpers/accounts'
import { ReplaceAddress, buildNoticeAddress } from '../addresses.js'
import { NOTICES, incomingFolder, processNoticeJob, removeFilesJob } from '../files.js'
import CourtNotice from '../models/court_notice.js'
import settings from '../settings.js'

export const KEY = randomBytes(32)
export const URL = '/api/rest/v4/archive-email/'

/** Enables court emails while a group runs. */
export function useEmails(group: Group): void {
  group.setup(async () => {
    const before = { ...settings }
    const removeNewDockets = await rememberDockets()
    Object.assign(settings, { emailKeys: [KEY], emailDomain: 'notices.example.org' })
    return async () => {
      Object.assign(settings, before)
      await removeNewDockets()
    }
  })
}

/** @returns a function that removes the dockets created since this call */
export async function rememberDockets(): Promise<() => Promise<void>> {
  const database = await app.container.make('lucid.db')
  const [{ last }] = await database.from('dockets').max('id as last')
  return async () => {
    await database
      .from('dockets')
      .where('id', '>', last ?? 0)
      .delete()
  }
}

export interface SentEmail {
  type?: string
  key?: Buffer
  id?: string
  timestamp?: number
  headers?: Record<string, string>
}

/** Signature headers of a body. */
export function signed(
  body: Buffer | string,
  { key = KEY, id = randomUUID(), timestamp = Math.floor(Date.now() / 1000) }: SentEmail = {}
): Record<string, string> {
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac}`,
  }
}

/** Posts a body as an email provider does. */
export async function post(
  body: Buffer | string,
  { type = 'message/rfc822', headers, ...options }: SentEmail = {}
): Promise<{ status: number; body: any; headers: Headers }> {
  const answer = await fetch(`http://${process.env.HOST}:${process.env.PORT}${URL}`, {
    method: 'POST',
    headers: { 'content-type': type, ...signed(body, options), ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })
  const text = await answer.text()
  return { status: answer.status, body: text && JSON.parse(text), headers: answer.headers }
}

export interface Recipient extends TestAccount {
  address: string
  email: string
}

/** An account with a court email address. */
export async function makeRecipient({
  follows = true,
  ...wishes
}: TestAccountWishes & { follows?: boolean } = {}): Promise<Recipient> {
  const email = `${randomUUID()}@example.org`
  const account = await makeAccount({ email, confirmed: true, ...wishes })
  const database = await app.container.make('lucid.db')
  await database.from('accounts').where({ id: account.id }).update({ auto_subscribe: follows })
  const { key } = await database.transaction((trx) => new ReplaceAddress().handle(trx, account.id))
  return { ...account, email, address: buildNoticeAddress(key)! }
}

/** Runs due jobs. */
export async function work(): Promise<void> {
  const jobs = await app.container.make(Jobs)
  await jobs.runWaiting(processNoticeJob)
  await jobs.runWaiting(removeFilesJob)
}

export const queryNotices = ({ id }: TestAccount) =>
  CourtNotice.query().where('accountId', id).orderBy('id')

/** Incoming and stored files of emails. */
export function filesOfEmails(): string[] {
  return [incomingFolder(), join(serverSettings.dataDir, 'files', NOTICES)].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
      : []
  )
}
