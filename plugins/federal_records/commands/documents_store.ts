import { access } from 'node:fs/promises'
import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import type { StoredPdf } from '../pdf/store_pdf.js'

export default class DocumentsStore extends InterruptibleCommand {
  static commandName = 'documents:store'
  static description = 'Store a PDF as the file of a document'
  static help = [
    'The server extracts its text in the background; see /docs/document-files/.',
    'Storing the same file again changes nothing.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'ID of the document' })
  declare document: string

  @args.string({ description: 'The PDF' })
  declare file: string

  async run() {
    const stored = await this.runInterruptible(
      () => this.#store(),
      'interrupted; run the same command again'
    )
    if (!stored) return
    const { outcome, documents } = stored
    if (outcome === 'sealed') {
      this.exitCode = 2
      this.logger.warning("the document is sealed; the file wasn't stored")
    } else if (outcome === 'unchanged') this.logger.info('the document already has this file')
    else this.logger.success(`stored for ${documents.length} documents`)
  }

  async #store(): Promise<StoredPdf> {
    if (!/^\d{1,15}$/.test(this.document))
      throw new CommandRefusal('the document ID must be a whole number')
    await access(this.file).catch(() => {
      throw new CommandRefusal(`can't read ${this.file}`)
    })
    const { migrate } = await import('#app/boot/migrate')
    await migrate(this.app)
    const { PdfRefused, storePdf } = await import('../pdf/store_pdf.js')
    try {
      return await storePdf(this.app, { document: this.document, file: this.file })
    } catch (error) {
      throw error instanceof PdfRefused ? new CommandRefusal(error.message) : error
    }
  }
}
