/**
 * The way a mail takes: to an SMTP server, or to a file in the data folder.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export interface OutgoingMail {
  id: string
  recipient: string
  subject: string
  body: string
  /** Empty for a mail that is text only. */
  html: string
  headers: Record<string, string>
}

export interface MailTransport {
  /** Resolves when the mail is accepted; the same mail may come again. */
  send(mail: OutgoingMail): Promise<void>
  close?(): void
}

/** Milliseconds until a server that says nothing is given up. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** @param from sender: `Curia <curia@example.org>` */
export function smtpTransport(url: string, from: string): MailTransport {
  const address = new URL(url)
  for (const [name, value] of Object.entries(PATIENCE)) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(value))
  }
  const transporter = createTransport(address.href)
  return {
    send: async (mail) => void (await transporter.sendMail(messageOf(mail, from))),
    close: () => transporter.close(),
  }
}

/** Writes each mail to `<folder>/<id>.eml`. */
export function folderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(messageOf(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.draft`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.draft`, path)
    },
  }
}

function messageOf(
  { id, recipient, subject, body, html, headers }: OutgoingMail,
  from: string
): SendMailOptions {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As one address, whatever characters it has.
    to: { name: '', address: recipient },
    subject,
    text: body,
    ...(html ? { html } : {}),
    // The same each time it is sent, so that a reader shows it once.
    messageId: `<${id}.curia@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  }
}
