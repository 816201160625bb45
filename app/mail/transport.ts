/**
 * The way a mail takes: to an SMTP server, or to a file in the data folder.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  id: string
  recipient: string
  subject: string
  body: string
}

export interface MailTransport {
  /** Resolves when the mail is accepted; the same mail may come again. */
  send(mail: OutgoingMail): Promise<void>
}

/** @param from sender: `Curia <curia@example.org>` */
export function smtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport(url)
  return {
    send: async (mail) => void (await transporter.sendMail(messageOf(mail, from))),
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

function messageOf({ id, recipient, subject, body }: OutgoingMail, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: recipient,
    subject,
    text: body,
    messageId: `<${id}.curia@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
