import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { signInPath } from '#app/accounts/sessions'
import { formatDocumentPrice } from '#plugins/federal_records/public/prices'
import type { LineAction, SheetLines } from '#plugins/federal_records/public/pages'
import { listOwnPending, waitingFor } from '../stored_prayers.js'

/** Section of a missing document's page: a button to request it, or a link to sign in. */
export async function loadButton(
  { reader }: Records,
  document: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (document.is_available) return undefined
  if (!visitor) return { signIn: signInPath(`${String(document.absolute_url)}#prayer`) }
  const { waiting, own } = await waitingFor(reader, document.id, visitor.account.id)
  const price = formatDocumentPrice(
    document as unknown as Parameters<typeof formatDocumentPrice>[0]
  )
  return { waiting, own, price, csrf: visitor.csrfToken }
}

/** Confirms the request on the line where it was made. */
const NOTE = "You'll get an email when it's available."

/** Buttons of a docket sheet that request missing documents, by document ID. */
export async function loadLineButtons(
  { reader }: Records,
  { documents }: SheetLines,
  visitor: PageVisitor
): Promise<ReadonlyMap<number, LineAction[]>> {
  const missing = documents.filter((one) => !one.is_available && !one.is_sealed)
  if (!missing.length) return new Map()
  const own = await listOwnPending(
    reader,
    visitor.account.id,
    missing.map(({ id }) => id)
  )
  return new Map(
    missing.map(({ id, path }) => [
      id,
      [
        own.has(id)
          ? { label: 'Requested', path: `${path}#prayer`, note: NOTE }
          : { label: 'Request', path: `/prayer/create/${id}/`, csrf: visitor.csrfToken },
      ],
    ])
  )
}
