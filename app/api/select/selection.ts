/**
 * The selection of fields in a response. `fields` and `omit` select fields, including those of
 * nested records with `__` (specification, Common list behavior). `expand` replaces links
 * with their records. `include` adds fields that aren't returned by default.
 */
import { Recent } from '#app/support/recent'
import type { Field } from '../field_definitions.js'

/** The names at one level; null for all. */
export type Names = Map<string, Names> | null

const NONE: ReadonlySet<string> = new Set()

export class Selection {
  static readonly everything = new Selection(null, new Map(), '')

  /**
   * @param keep names to keep; null for all
   * @param drop names to remove from those; names with nested names are only reduced
   */
  constructor(
    readonly keep: Names,
    readonly drop: Map<string, Names>,
    /** Cache key, equal for equal parameters. */
    readonly key: string,
    /** Links of the record that are expanded. */
    readonly expanded: ReadonlySet<string> = NONE,
    /** Names in `include`. */
    readonly included: ReadonlySet<string> = NONE,
    /** Whether fields that contain credentials have values. */
    readonly credentials: boolean = true
  ) {}

  /**
   * @param fields value of the `fields` parameter; undefined if it is missing
   * @param omit value of the `omit` parameter; undefined if it is missing
   * @param expand names of links
   * @param include names of fields that aren't returned by default
   */
  static parse(
    fields: string | undefined,
    omit: string | undefined,
    expand: readonly string[] = [],
    include: readonly string[] = []
  ): Selection {
    if (fields === undefined && omit === undefined && !expand.length && !include.length)
      return Selection.everything
    const key = JSON.stringify([fields, omit, expand, include])
    return parsed.get(key, () => {
      const keep = fields === undefined ? null : namesOf(fields)
      return new Selection(keep, namesOf(omit ?? ''), key, new Set(expand), new Set(include))
    })
  }

  /** The same selection without credentials, for a caller with read-only access. */
  withoutCredentials(): Selection {
    const { keep, drop, expanded, included } = this
    // Keys from `parse` are JSON and can't start like this.
    const key = `read only ${this.key}`
    return parsed.get(key, () => new Selection(keep, drop, key, expanded, included, false))
  }

  has(name: string): boolean {
    if (this.keep !== null && !this.keep.has(name)) return false
    return this.drop.get(name) !== null
  }

  /**
   * The selection inside a nested record.
   *
   * @param expanded links of that record that are expanded
   */
  inside(name: string, expanded: ReadonlySet<string> = NONE): Selection {
    const keep = this.keep === null ? null : (this.keep.get(name) ?? null)
    const drop = this.drop.get(name) ?? new Map<string, Names>()
    return new Selection(keep, drop, '', expanded, NONE, this.credentials)
  }
}

/** Clients usually repeat a few selections. */
const parsed = new Recent<Selection>(200)

/** Maximum number of names; no resource has more fields. */
const MAX_NAMES = 300
/** Maximum nesting depth of names; the rest becomes one name, which doesn't exist. */
const MAX_DEPTH = 20

function namesOf(text: string): Map<string, Names> {
  const names = new Map<string, Names>()
  for (const path of text.split(',').slice(0, MAX_NAMES)) {
    const parts = path.trim().split('__')
    if (parts.length > MAX_DEPTH)
      parts.splice(MAX_DEPTH - 1, Infinity, parts.slice(MAX_DEPTH - 1).join('__'))
    if (parts[0]) insert(names, parts)
  }
  return names
}

function insert(names: Map<string, Names>, [name, ...rest]: string[]): void {
  if (rest.length === 0) {
    // A name without nested names takes precedence.
    names.set(name!, null)
    return
  }
  const below = names.get(name!)
  if (below === null) return
  const next = below ?? new Map<string, Names>()
  names.set(name!, next)
  insert(next, rest)
}

/** Names in `expand` that apply to a field. */
export function expandableNames(name: string, field: Field): readonly string[] {
  if (field.kind !== 'link' || !field.expands) return []
  return field.expands === true ? [name] : [name, ...field.expands]
}

/**
 * The nested expansions of a link.
 *
 * @param expanded names in `expand`
 * @returns undefined if the link isn't expanded
 */
export function getNestedExpansion(
  name: string,
  field: Field,
  expanded: ReadonlySet<string>
): ReadonlySet<string> | undefined {
  const names = expandableNames(name, field)
  if (!names.some((each) => expanded.has(each))) return undefined
  const inside = names.slice(1).filter((each) => expanded.has(each))
  return inside.length ? new Set(inside) : NONE
}
