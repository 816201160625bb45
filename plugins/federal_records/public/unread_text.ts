/** Text of court pages that wasn't read. */
export { UnreadText } from '../unread_text/record_unread.js'
