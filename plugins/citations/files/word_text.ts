/** The text of a Word file (.docx) with its footnotes, through mammoth. */
import { buffer } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import mammoth from 'mammoth'
import { fromBufferPromise, type Entry } from 'yauzl'

/** Why a Word file can't be read. */
export type WordProblem = 'not_word' | 'damaged' | 'encrypted' | 'too_large'

const MAIN_PART = 'word/document.xml'
const MAX_PARTS = 5_000
/** Maximum bytes of all parts that are read, uncompressed. Pictures aren't read. */
const MAX_EXPANDED = 16 * 1024 * 1024

export class UnreadableWord extends Error {
  constructor(readonly problem: WordProblem) {
    super(problem)
  }
}

/** @throws UnreadableWord */
export async function readWordText(data: Buffer): Promise<string> {
  const file = await WordParts.open(data)
  if (!file.exists(MAIN_PART)) throw new UnreadableWord('not_word')
  // Mammoth would inflate a buffer without limits; it also accepts a reader of parts.
  const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
  const { value: html } = await mammoth
    .convertToHtml(input, {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    })
    .catch((error: unknown) => {
      throw error instanceof UnreadableWord ? error : new UnreadableWord('damaged')
    })
  return htmlToText(html)
}

/** The parts of a file, read within limits, whatever its headers declare. */
class WordParts {
  #room = MAX_EXPANDED

  private constructor(
    readonly zip: Awaited<ReturnType<typeof fromBufferPromise>>,
    readonly entries: ReadonlyMap<string, Entry>
  ) {}

  static async open(data: Buffer): Promise<WordParts> {
    try {
      // A stream of a member fails when it exceeds the declared size.
      const zip = await fromBufferPromise(data, { validateEntrySizes: true, autoClose: false })
      if (zip.entryCount > MAX_PARTS) throw new UnreadableWord('too_large')
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new WordParts(zip, entries)
    } catch (error) {
      throw error instanceof UnreadableWord ? error : new UnreadableWord('damaged')
    }
  }

  exists(name: string): boolean {
    return this.entries.has(name)
  }

  async read(name: string, encoding?: string): Promise<string | Uint8Array> {
    const entry = this.entries.get(name)
    if (!entry) throw new UnreadableWord('damaged')
    if (entry.isEncrypted()) throw new UnreadableWord('encrypted')
    this.#room -= entry.uncompressedSize
    if (this.#room < 0) throw new UnreadableWord('too_large')
    const content = await buffer(await this.zip.openReadStreamPromise(entry))
    if (encoding === 'base64') return content.toString('base64')
    return encoding ? new TextDecoder(encoding).decode(content) : content
  }
}

const BLOCKS = new Set(['p', 'li', 'ol', 'ul', 'table', 'tr', 'td', 'th', 'div', 'blockquote'])
/** Links between a note and its number in the text. */
const NOTE_LINK = /^#(?:foot|end)note-/
const NOTE = /^(?:foot|end)note-\d+$/

/**
 * Converts the HTML of mammoth to text with an empty line between paragraphs. Notes follow the
 * text. Their numbers in the text are left out, because they would be parts of its words.
 */
function htmlToText(html: string): string {
  const paragraphs: string[] = []
  let text = ''
  let isNoteLink = false
  let note = 0
  const end = () => {
    const shown = text.trim()
    if (shown) paragraphs.push(shown)
    text = ''
  }
  const parser = new Parser({
    onopentag(name, { id = '', href = '' }) {
      if (BLOCKS.has(name) || /^h[1-6]$/.test(name)) {
        // The first paragraph of a note follows its number.
        if (text !== noteNumber(note)) end()
        if (name === 'li' && NOTE.test(id)) text = noteNumber(++note)
      }
      if (name === 'br') text += '\n'
      if (name === 'a' && NOTE_LINK.test(href)) isNoteLink = true
    },
    ontext(part) {
      if (!isNoteLink) text += text === noteNumber(note) ? part.trimStart() : part
    },
    onclosetag(name) {
      if (name === 'a') isNoteLink = false
      if (BLOCKS.has(name) || /^h[1-6]$/.test(name)) end()
    },
  })
  parser.end(html)
  end()
  return paragraphs.join('\n\n')
}

const noteNumber = (note: number) => `[${note}] `
