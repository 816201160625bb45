/** Entry of the thread that parses court pages: no page holds up requests. */
import { answerTasks } from '#app/support/answer_tasks'
import { readPage } from '../court_pages/read_page.js'

export interface PageTask {
  bytes: Uint8Array
  court: string
}

answerTasks(({ bytes, court }: PageTask) => readPage(bytes, court))
