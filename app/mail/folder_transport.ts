/**
 * Mail transport for servers without SMTP: each email is a file.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailResponse } from '@adonisjs/mail'
import type {
  MailManagerTransportFactory,
  MailTransportContract,
  NodeMailerMessage,
} from '@adonisjs/mail/types'
import { createTransport } from 'nodemailer'

class FolderTransport implements MailTransportContract {
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  constructor(readonly folder: string) {}

  /**
   * Writes an email to `<folder>/<name>.eml`. The name is the part of its Message-ID before the
   * first dot, so that sending it again replaces the file.
   */
  async send(message: NodeMailerMessage): Promise<MailResponse<unknown>> {
    const { message: content, messageId, envelope } = await this.#composer.sendMail(message)
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const path = join(this.folder, `${fileName(messageId)}.eml`)
    await writeFile(`${path}.draft`, content as Buffer, { mode: 0o600 })
    await rename(`${path}.draft`, path)
    return new MailResponse(messageId, envelope as never, path)
  }
}

/** The transport for `config/mail.ts`. */
export const folderTransport =
  (folder: string): MailManagerTransportFactory =>
  () =>
    new FolderTransport(folder)

function fileName(messageId: string): string {
  return /^<?([\w-]+)/.exec(messageId)![1]!
}
