/** Files with briefs: Word and PDF. */
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { makeZip } from '#tests/helpers/make_zip'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
const links = (name: string, target: string) =>
  xml(
    `<Relationships xmlns="${LINKS}"><Relationship Id="r1" Type="${KINDS}/${name}" Target="${target}"/></Relationships>`
  )

/** The body of a document: a paragraph each; `[1]` is the reference of a footnote. */
export const wordBody = (paragraphs: readonly string[]) =>
  paragraphs
    .map((text) => {
      const runs = text
        .split(/\[(\d+)\]/)
        .map((part, place) =>
          place % 2 ? `<w:r><w:footnoteReference w:id="${part}"/></w:r>` : run(part)
        )
      return `<w:p>${runs.join('')}</w:p>`
    })
    .join('')

/** The parts of a Word file, by name. */
export function wordParts(body: string, footnotes: readonly string[] = []): Record<string, string> {
  const notes = footnotes.map(
    (text, place) =>
      `<w:footnote w:id="${place + 1}"><w:p><w:r><w:footnoteRef/></w:r>${run(` ${text}`)}</w:p></w:footnote>`
  )
  return {
    '[Content_Types].xml': xml(
      `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>`
    ),
    '_rels/.rels': links('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': links('footnotes', 'footnotes.xml'),
    'word/document.xml': xml(`<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
    'word/footnotes.xml': xml(`<w:footnotes xmlns:w="${WORD}">${notes.join('')}</w:footnotes>`),
  }
}

/** @param declared size of each part in its header, by default its actual size */
export function packWord(parts: Record<string, string>, declared?: number): Buffer {
  return makeZip(
    Object.entries(parts).map(([name, text]) => ({
      name,
      content: deflateRawSync(text),
      method: 8,
      size: declared ?? Buffer.byteLength(text),
    }))
  )
}

export const makeWord = (paragraphs: readonly string[], footnotes?: readonly string[]) =>
  packWord(wordParts(wordBody(paragraphs), footnotes))

/** @param pages lines of each page */
export async function makePdf(
  pages: readonly (readonly string[])[],
  password?: string
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, userPassword: password })
  const bytes = buffer(document)
  for (const lines of pages) {
    document.addPage()
    for (const [place, line] of lines.entries()) document.text(line, 72, 72 + 20 * place)
  }
  document.end()
  return bytes
}
