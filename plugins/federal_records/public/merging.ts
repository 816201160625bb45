/** Parsing court pages in a thread, and merging their records into the archive. */
export {
  PageNotMerged,
  mergePage,
  type MergedPage,
  type PageToMerge,
} from '../docket_sheet/from_pages/merge_page.js'
export { parseInThread, type ThreadReading } from '../page_thread/page_reader.js'
