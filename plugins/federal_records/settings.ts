import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Env } from '@adonisjs/core/env'
import { readSettings } from '#app/settings/read_settings'
import { whole } from '#app/settings/rules'

/** The folder of the bundled OCR data for English. */
const ENGLISH = dirname(
  fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))
)

const env = await readSettings({
  OCR: Env.schema.enum.optional(['on', 'off'] as const),
  OCR_DATA: Env.schema.string.optional(),
  OCR_LANGUAGES: languages(),
  OCR_MAX_PAGES: whole(1, 20_000),
  UNREAD_PAGES_DAYS: whole(0, 3650),
})

export default {
  /** Whether OCR is applied to pages without text. */
  ocr: env.get('OCR') ?? 'on',
  /** Languages of the documents, such as `eng+spa`. */
  ocrLanguages: env.get('OCR_LANGUAGES') ?? 'eng',
  /** Folder with a `<language>.traineddata.gz` file per language. */
  ocrData: env.get('OCR_DATA') || ENGLISH,
  /** Maximum pages without text of a document for OCR. */
  ocrMaxPages: env.get('OCR_MAX_PAGES') ?? 1000,
  /** Days that court pages with unread text are kept; 0: none are kept. */
  unreadPagesDays: env.get('UNREAD_PAGES_DAYS') ?? 30,
}

/** Languages separated by plus signs, whose files must exist. */
function languages() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const folder = process.env.OCR_DATA || ENGLISH
    for (const language of text.split('+')) {
      if (!/^[a-z_]{3,20}$/.test(language))
        throw new Error(`${name} must be languages such as eng or eng+spa, not "${text}"`)
      if (!existsSync(join(folder, `${language}.traineddata.gz`)))
        throw new Error(`${name}: OCR_DATA must be a folder with ${language}.traineddata.gz`)
    }
    return text
  }
}
