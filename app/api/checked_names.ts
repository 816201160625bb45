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
import { Selection, expansionOf, type Names } from './select/selection.js'
import type { Version } from './version.js'
import type { ResourceRegistry } from './registry.js'
import type { Field } from './field_definitions.js'

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

/** Fields by name; null where any name may be one. */
type Fields = ReadonlyMap<string, Field> | null

const NONE: ReadonlySet<string> = new Set()

/** @returns paths as written, without repetitions */
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
        const expansion = expansionOf(name, field, wanted)
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
    // What fills it belongs to a plugin that is not here.
    case 'slot':
      return null
    default:
      return field.kind === 'link' && isExpanded ? registry.get(field.resource).fields : new Map()
  }
}
