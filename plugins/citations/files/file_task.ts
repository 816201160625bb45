/** Reads the text of an uploaded brief in a thread. Its content decides how, not its name. */
import { readPageTexts } from '#app/support/page_texts'
import { UnreadableWord, readWordText, type WordProblem } from './word_text.js'

export interface FileTask {
  data: Uint8Array
  /** Maximum characters, in UTF-16 units. */
  maxLength: number
}

export type FileProblem =
  | WordProblem
  | 'unknown_type'
  | 'old_word'
  | 'locked_word'
  | 'rich_text'
  | 'encrypted_pdf'
  | 'damaged_pdf'
  | 'scanned_pdf'
  | 'too_many_pages'
  | 'too_long'

/** The text of a file, and the numbers of pages without text. */
export type FileText = { text: string; emptyPages: number[] } | { problem: FileProblem }

export const MAX_PAGES = 1_000
/** Bytes within which the header of a PDF begins. */
const PDF_HEAD = 1024

export default async function readFileText({ data, maxLength }: FileTask): Promise<FileText> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const found = await read(bytes, maxLength)
  return 'text' in found && found.text.length > maxLength ? { problem: 'too_long' } : found
}

async function read(bytes: Buffer, maxLength: number): Promise<FileText> {
  const head = bytes.toString('latin1', 0, PDF_HEAD)
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return readWord(bytes)
  if (head.startsWith('\xD0\xCF\x11\xE0')) return { problem: problemOfContainer(bytes) }
  if (head.startsWith('{\\rtf')) return { problem: 'rich_text' }
  if (head.includes('%PDF-')) return readPdf(bytes, maxLength)
  const text = decodeText(bytes)
  return text === undefined ? { problem: 'unknown_type' } : { text, emptyPages: [] }
}

async function readWord(bytes: Buffer): Promise<FileText> {
  try {
    return { text: await readWordText(bytes), emptyPages: [] }
  } catch (error) {
    if (error instanceof UnreadableWord) return { problem: error.problem }
    throw error
  }
}

/** Word encrypts files into the container of its old format. */
function problemOfContainer(bytes: Buffer): FileProblem {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'locked_word' : 'old_word'
}

async function readPdf(bytes: Buffer, maxLength: number): Promise<FileText> {
  // One character more shows that the text is too long.
  const limits = { maxPages: MAX_PAGES, maxCharacters: maxLength + 1 }
  const found = await readPageTexts(new Uint8Array(bytes), limits)
  if ('unreadable' in found)
    return { problem: found.unreadable === 'encrypted' ? 'encrypted_pdf' : 'damaged_pdf' }
  if (found.count > MAX_PAGES) return { problem: 'too_many_pages' }
  const emptyPages = found.pages.flatMap((page, place) => (page ? [] : [place + 1]))
  if (emptyPages.length === found.pages.length) return { problem: 'scanned_pdf' }
  return { text: joinPages(found.pages), emptyPages }
}

/** The number of a page on its own line: `12`, `- 12 -`, `iv`, `Page 3 of 20`. */
const PAGE_NUMBER =
  /^[\s\u2013\u2014-]*(?:page\s*)?(?:\d{1,4}|[ivxlc]{1,8})(?:\s*(?:of|\/)\s*\d{1,4})?[\s\u2013\u2014-]*$/i
/** The line that a court prints on the pages of a filed document. */
const STAMP =
  /^\s*(?:Case|USCA\d?|Appellate Case|Appeal)\b.{0,160}\b(?:Document|Doc(?:ket)?|DktEntry|Filed|Page)\b.{0,120}$/i
/** Lines at the top and bottom of a page that can be its number or a stamp. */
const EDGE = 2

/** Joins pages without their numbers and stamps, because sentences continue on the next page. */
function joinPages(pages: readonly string[]): string {
  return pages
    .map((page) => {
      const lines = page.split('\n')
      return lines
        .filter((line, place) => {
          const isEdge = place < EDGE || place >= lines.length - EDGE
          return !isEdge || !(PAGE_NUMBER.test(line) || STAMP.test(line))
        })
        .join('\n')
    })
    .filter(Boolean)
    .join('\n')
}

/** Control characters that no text has. */
// eslint-disable-next-line no-control-regex
const BINARY = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/

/** @returns undefined if the bytes aren't text */
function decodeText(bytes: Buffer): string | undefined {
  const text = decoderOf(bytes).decode(bytes)
  return BINARY.test(text) ? undefined : text.replaceAll('\f', '\n')
}

function decoderOf(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    utf8.decode(bytes)
    return utf8
  } catch {
    return new TextDecoder('windows-1252')
  }
}
