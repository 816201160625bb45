/** The text of a PDF, page by page, through pdf.js. */
import { getDocumentProxy } from 'unpdf'

/** Why the text of a PDF can't be read. */
export type UnreadableReason = 'encrypted' | 'damaged'

/** The texts of the first pages, and the number of all pages. */
export type PageTexts = { pages: string[]; count: number } | { unreadable: UnreadableReason }

/** Maximum pages to read. */
const MAX_PAGES = 20_000
/** Maximum characters of all pages. */
const MAX_CHARACTERS = 10_000_000

/** Reading stops at the first exceeded limit. */
export interface PageLimits {
  maxPages?: number
  maxCharacters?: number
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** @returns undefined if pdf.js can't open the file */
export async function countPages(data: Uint8Array): Promise<number | undefined> {
  const opened = await open(data)
  if ('unreadable' in opened) return undefined
  const { numPages } = opened.pdf
  await opened.pdf.loadingTask.destroy()
  return numPages
}

/** @returns the text of the first page; empty if pdf.js can't open the file */
export async function firstPageText(data: Uint8Array): Promise<string> {
  const opened = await open(data)
  if ('unreadable' in opened) return ''
  const text = await textOf(opened.pdf, 1)
  await opened.pdf.loadingTask.destroy()
  return text.slice(0, MAX_CHARACTERS)
}

/** Reads the text of all pages within the limits; damaged pages are empty. */
export async function readPageTexts(
  data: Uint8Array,
  { maxPages = MAX_PAGES, maxCharacters = MAX_CHARACTERS }: PageLimits = {}
): Promise<PageTexts> {
  const opened = await open(data)
  if ('unreadable' in opened) return opened
  const { pdf } = opened
  const pages: string[] = []
  let room = maxCharacters
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      const text = room ? (await textOf(pdf, number)).slice(0, room) : ''
      room -= text.length
      pages.push(text)
    }
    return { pages, count: pdf.numPages }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function open(data: Uint8Array): Promise<{ pdf: Pdf } | { unreadable: UnreadableReason }> {
  try {
    return { pdf: await getDocumentProxy(data, { verbosity: 0 }) }
  } catch (error) {
    const isLocked = (error as Error).name === 'PasswordException'
    return { unreadable: isLocked ? 'encrypted' : 'damaged' }
  }
}

async function textOf(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const parts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    return parts.join('').trim()
  } catch {
    return ''
  }
}
