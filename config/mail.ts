import { defineConfig, transports } from '@adonisjs/mail'
import type { InferMailers, SMTPConfig } from '@adonisjs/mail/types'
import { folderTransport } from '#app/mail/folder_transport'
import { settings } from '#start/env'

/** Timeouts of the mail server in milliseconds, as parameters of SMTP_URL. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** The configured SMTP server in nodemailer's format. */
export function smtpOptions(smtpUrl: string): SMTPConfig & { url: string } {
  const url = new URL(smtpUrl)
  for (const [name, value] of Object.entries(TIMEOUTS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  return { url: url.href }
}

const mailConfig = defineConfig({
  default: settings.smtpUrl ? 'smtp' : 'folder',
  from: settings.mailFrom,
  mailers: {
    folder: folderTransport(`${settings.dataDir}/mail`),
    smtp: transports.smtp(smtpOptions(settings.smtpUrl ?? 'smtp://127.0.0.1')),
  },
})

export default mailConfig

declare module '@adonisjs/mail/types' {
  interface MailersList extends InferMailers<typeof mailConfig> {}
}
