/**
 * Decisions of the Supreme Court to choose from, by name or citation.
 */
import app from '@adonisjs/core/services/app'
import { readSearch } from '#app/search/request/search_request'
import { searchError, searchServices } from '#plugins/search/public'
import { COURT } from '../network/ends.js'

/** Type of the search for decisions. */
const DECISIONS = 'o'
/** Decisions to choose from. */
const CHOICES = 8

export interface DecisionChoice {
  id: number
  name: string
  dateFiled: string
  citation: string
}

/**
 * Searches decisions as the search page does.
 *
 * @throws ApiError for a query that cannot be read
 */
export async function findDecisions(text: string): Promise<DecisionChoice[]> {
  const { service, declarations, context, deadline } = await searchServices(app)
  const given = new Map([
    ['q', [text]],
    ['type', [DECISIONS]],
    ['court', [COURT]],
  ])
  try {
    const request = readSearch(given, declarations, { strict: false, context: await context() })
    const { results } = await service.page(request, { count: false, deadline })
    return results.slice(0, CHOICES).map((result) => ({
      id: Number(result.cluster_id),
      name: String(result.caseName),
      dateFiled: String(result.dateFiled).slice(0, 10),
      citation: [result.citation ?? []].flat().slice(0, 2).join(', '),
    }))
  } catch (error) {
    throw searchError(error)
  }
}
