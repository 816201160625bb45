/** Validates the names in the parameters of a request for a resource. */
import { ApiError } from '#app/support/api_error'
import { didYouMean } from '#app/support/did_you_mean'
import type { ApiRequest } from './api_request.js'
import { parseFilters, unknownParameters, type FilterTree } from './filters/parse.js'
import { ASKING, CONTROLS, type Asking } from './parameters.js'
import type { QueryCompiler } from './query.js'
import type { Resource } from './resource.js'
import { formatIgnoredWarning, buildWarningHeader } from './respond.js'
import { Selection, getNestedExpansion, type Names } from './select/selection.js'
import type { Version } from './version.js'
import type { ResourceRegistry } from './registry.js'
import type { Field } from './field_definitions.js'

/** How messages describe names in these parameters. */
const ASKED: Record<Asking, string> = { expand: 'expanded', include: 'included' }

export class CheckedNames {
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    /** The compiler is only available during requests, not when routes are listed. */
    readonly services: { compiler: QueryCompiler }
  ) {}

  /**
   * The filters of the request. If the resource has filters, unknown parameters are an error
   * in v4; otherwise they result in a warning (contract, list behavior 6).
   *
   * @throws ApiError 400
   */
  filters(request: ApiRequest): { filters: FilterTree; headers: Record<string, string> } {
    const { tree, unknown } = parseFilters(this.resource, request.parameters.filters)
    unknown.push(...this.unsupported(request))
    const refused = unknown.filter((name) => !this.#isTolerated(request, name))
    if (refused.length && this.version === 'v4' && this.resource.ownFilters.size)
      throw unknownParameters(this.resource, refused, this.#controls())
    return {
      filters: tree,
      headers: buildWarningHeader(
        formatIgnoredWarning(unknown, 'filters'),
        this.ignoredFields(request)
      ),
    }
  }

  /**
   * Which of `expand` and `include` the request uses although the resource supports neither.
   *
   * @throws ApiError 400 for an unknown name in a supported one
   */
  unsupported(request: ApiRequest): Asking[] {
    return ASKING.filter((name) => this.#offersNone(request, name))
  }

  /** The warning for unknown names in `fields` and `omit`. */
  ignoredFields({ parameters }: ApiRequest): string | undefined {
    const selection = parameters.selection()
    if (selection === Selection.everything) return undefined
    return formatIgnoredWarning(
      unknownNames(selection, this.resource, this.services.compiler.registry),
      'fields'
    )
  }

  /**
   * Whether a request may send a parameter that has no effect here: one that controls nested
   * records of other resources, if the request policy is `lenient`.
   */
  #isTolerated({ catalog }: ApiRequest, name: string): boolean {
    if (catalog.requests !== 'lenient') return false
    return catalog.resources.all().some(({ filters }) => filters.get(name)?.kind === 'nested')
  }

  /** Parameters other than filters that have an effect here. */
  #controls(): string[] {
    const { offers } = this.resource
    return CONTROLS.filter((name) => offers[name as Asking]?.length !== 0)
  }

  /**
   * Whether the request uses `expand` or `include` although the resource doesn't support it.
   *
   * @throws ApiError 400 for an unknown name
   */
  #offersNone({ parameters }: ApiRequest, control: Asking): boolean {
    const names = parameters.asked(control)
    const known = this.resource.offers[control]
    if (!names.length || !known.length) return names.length > 0
    const wrong = names.find((name) => !known.includes(name))
    if (wrong === undefined) return false
    const near = didYouMean(wrong, known)
    const said = `"${wrong.slice(0, 100)}" can't be ${ASKED[control]}.`
    const hint = near ? ` Did you mean "${near}"?` : ''
    throw new ApiError(400, { [control]: [`${said}${hint} Choose from: ${known.join(', ')}.`] })
  }
}

/** Fields by name; null if any name is allowed. */
type Fields = ReadonlyMap<string, Field> | null

const NONE: ReadonlySet<string> = new Set()

/**
 * Finds names in `fields` and `omit` that don't exist. They have no effect (contract,
 * list behavior 7), and a warning lists them.
 *
 * @returns distinct paths as written
 */
export function unknownNames(
  { keep, drop, expanded, included }: Selection,
  { fields }: Resource,
  registry: ResourceRegistry
): string[] {
  const unknown = new Set<string>()
  const isLeftOut = ({ include }: Field) => include !== undefined && !included.has(include)
  const check = (names: Names, known: Fields, wanted: ReadonlySet<string>, prefix = '') => {
    for (const [name, below] of names ?? []) {
      if (known === null) continue
      const field = known.get(name)
      const path = `${prefix}${name}`
      if (!field || field.writeOnly || isLeftOut(field)) addPaths(unknown, path, below)
      else {
        const expansion = getNestedExpansion(name, field, wanted)
        check(below, fieldsInside(field, !!expansion, registry), expansion ?? NONE, `${path}__`)
      }
    }
  }
  check(keep, fields, expanded)
  check(drop, fields, expanded)
  return [...unknown]
}

function addPaths(unknown: Set<string>, path: string, below: Names): void {
  if (!below) unknown.add(path)
  else for (const [name, further] of below) addPaths(unknown, `${path}__${name}`, further)
}

function fieldsInside(field: Field, isExpanded: boolean, registry: ResourceRegistry): Fields {
  switch (field.kind) {
    case 'record':
    case 'records':
      return registry.get(field.resource).fields
    case 'rows':
      return new Map(Object.entries(field.fields))
    // The slot is filled by a plugin that isn't installed.
    case 'slot':
      return null
    default:
      return field.kind === 'link' && isExpanded ? registry.get(field.resource).fields : new Map()
  }
}
