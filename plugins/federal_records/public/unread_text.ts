/** Text of court pages that wasn't read. */
export { UnreadText, type MergedReading } from '../unread_text/record_unread.js'
