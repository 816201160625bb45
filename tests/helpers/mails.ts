/** Emails as stored in the data folder. */
import { readdir, readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { mailLink } from '#app/accounts/links'
import sendMail from '#app/mail/send_mail_job'
import { settings } from '#start/env'
import { noteKeysIn } from './secrets.js'
import { Jobs } from '#app/jobs/jobs'

/** Emails sent to an address, oldest first. */
export async function mailsTo(recipient: string): Promise<string[]> {
  const jobs = await app.container.make(Jobs)
  for (const { name } of [mailLink, sendMail]) await jobs.runWaiting(name)
  const folder = `${settings.dataDir}/mail`
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
      .map((name) => readFile(`${folder}/${name}`, 'utf8'))
  )
  const own = mails.filter((mail) => mail.includes(`\nTo: ${recipient}\n`)).map(decoded)
  for (const mail of own) noteKeysIn(mail)
  return own
}

/** URL in the latest email. */
export async function mailedLink(recipient: string): Promise<URL> {
  const mail = (await mailsTo(recipient)).at(-1) ?? ''
  return new URL(/^https?:\S+$/m.exec(mail)![0])
}

/** Path of that URL. */
export async function mailedPath(recipient: string): Promise<string> {
  return (await mailedLink(recipient)).pathname
}

function decoded(mail: string): string {
  return mail
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16))
    )
}
