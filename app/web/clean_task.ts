/** Renders and sanitizes long texts in a worker thread. */
import { cleanDecision, cleanHtml } from './clean_html.js'
import { markdownToHtml } from './markdown.js'

export type CleanTask =
  { kind: 'markdown' | 'html'; text: string } | { kind: 'decision'; text: string; prefix: string }

export default function runCleanTask(task: CleanTask): string {
  switch (task.kind) {
    case 'markdown':
      return markdownToHtml(task.text)
    case 'html':
      return cleanHtml(task.text)
    case 'decision':
      return cleanDecision(task.text, task.prefix)
  }
}
