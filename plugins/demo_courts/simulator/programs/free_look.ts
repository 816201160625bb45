import { page, pdf, type Answer } from '../http/answers.js'
import type { Place } from '../model/world.js'
import { messagePage } from '../pages/frame.js'
import { documentPdf } from './pdfs.js'
import type { Visit } from './visit.js'

/**
 * The free look at a document by the key of a notice's link, once and without login
 * (court-system.md, 8).
 *
 * @returns the PDF; a page without one when the key is wrong or was used
 */
export async function freeLook(visit: Visit, place: Place): Promise<Answer> {
  const { request, system, court } = visit
  const key = request.values.get('magic_num') ?? request.values.get('uid') ?? ''
  const { id, magicNumber } = place.document
  if (!magicNumber || key !== magicNumber || system.usedLooks.has(id))
    return page(
      messagePage(court, 'The free look at this document has been used, or the link is not valid.')
    )
  system.usedLooks.add(id)
  return pdf(await documentPdf(place))
}
