/**
 * Names in the parameters of a request for a resource, and what is answered
 * where the resource has nothing of the name.
 */
import { ApiError } from '#app/support/api_error'
import type { ApiRequest } from './api_request.js'
import { parseFilters, unknownParameters, type FilterTree } from './filters/parse.js'
import { ASKING, CONTROLS, type Asking } from './parameters.js'
import type { QueryCompiler } from './query.js'
import type { Resource } from './resource.js'
import { ignored, warningOf } from './respond.js'
import { Selection } from './select/selection.js'
import { unknownNames } from './select/unknown_names.js'
import type { Version } from './version.js'

/** What has become of names in a control that asks for more than the usual record. */
const ASKED: Record<Asking, string> = { expand: 'expanded', include: 'included' }

export class CheckedNames {
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    /** The compiler is read at requests only: where routes are only listed, there is none. */
    readonly services: { compiler: QueryCompiler }
  ) {}

  /**
   * The request's filters. Names that are none stop v4 where there are filters
   * to choose from, and earn a warning elsewhere (contract, list-behaviour 6).
   *
   * @throws ApiError 400
   */
  filters(request: ApiRequest): { filters: FilterTree; headers: Record<string, string> } {
    const { tree, unknown } = parseFilters(this.resource, request.parameters.filters)
    unknown.push(...ASKING.filter((name) => this.#offersNone(request, name)))
    if (unknown.length && this.version === 'v4' && this.resource.ownFilters.size)
      throw unknownParameters(this.resource, unknown, this.#controls())
    return {
      filters: tree,
      headers: warningOf(ignored(unknown, 'filters'), this.ignoredFields(request)),
    }
  }

  /** What a warning says of names in `fields` and `omit` that the answer does not have. */
  ignoredFields({ parameters }: ApiRequest): string | undefined {
    const selection = parameters.selection()
    if (selection === Selection.everything) return undefined
    return ignored(
      unknownNames(selection, this.resource, this.services.compiler.registry),
      'fields'
    )
  }

  /** Parameters that are no filters and have an effect here. */
  #controls(): string[] {
    const { offers } = this.resource
    return CONTROLS.filter((name) => offers[name as Asking]?.length !== 0)
  }

  /**
   * Whether a request asks for more than the usual record where there is no more.
   *
   * @throws ApiError 400 for a name that is none of those there are
   */
  #offersNone({ parameters }: ApiRequest, control: Asking): boolean {
    const names = parameters.asked(control)
    const known = this.resource.offers[control]
    if (!names.length || !known.length) return names.length > 0
    const wrong = names.find((name) => !known.includes(name))
    if (wrong === undefined) return false
    const named = wrong.slice(0, 100)
    throw new ApiError(400, {
      [control]: [`"${named}" can't be ${ASKED[control]}. Choose from: ${known.join(', ')}.`],
    })
  }
}
