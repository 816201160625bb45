/** Parses court pages in a thread, so that no page blocks requests. */
import { readPage, type PageReading } from '#app/court_pages/read_page'

export interface PageTask {
  bytes: Uint8Array
  court: string
}

export default function parsePage({ bytes, court }: PageTask): PageReading | Promise<PageReading> {
  return readPage(bytes, court)
}
