/** SQL of what `include=details` shows of a request, by the alias of its row. */
import { pagePath } from '#plugins/federal_records/public/pages'

/** Why it failed: a code for programs, the message, and whether the same request may succeed later. */
export function shownError(row: string): string {
  return `CASE WHEN ${row}.error_code <> '' THEN json_build_object(
    'code', ${row}.error_code, 'message', ${row}.message, 'retryable', ${row}.error_retryable) END`
}

/** Where the result is: keys and pages of the docket and the document. */
export function shownResult(row: string): string {
  return `json_build_object(
    'docket', (SELECT json_build_object('id', k.id, 'absolute_url', '/docket/' || k.id || '/' || k.slug || '/')
      FROM dockets k WHERE k.id = ${row}.docket_id),
    'document', (SELECT json_build_object('id', doc.id, 'absolute_url', ${pagePath('doc')})
      FROM archive_documents doc WHERE doc.id = ${row}.recap_document_id))`
}

/** What it cost, and what was bought; `answered` is false where the court's answer is not known. */
export function shownCost(row: string): string {
  return `(SELECT json_build_object(
      'pages', coalesce(sum(p.pages), 0), 'dollars', to_char(coalesce(sum(p.cost), 0), 'FM999990.00'),
      'purchases', coalesce(json_agg(json_build_object(
        'what', p.what, 'expected_pages', p.expected_pages,
        'expected_dollars', to_char(p.expected_cost, 'FM999990.00'), 'pages', p.pages,
        'dollars', to_char(p.cost, 'FM999990.00'), 'description', p.description,
        'answered', p.date_answered IS NOT NULL) ORDER BY p.id), '[]'))
    FROM fetch_purchases p WHERE p.fetch_request_id = ${row}.id)`
}
