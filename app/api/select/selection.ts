/**
 * `fields` and `omit`: which fields an answer shows (specification, Common
 * list behaviour). Names may reach into nested records with `__`. `expand`:
 * which links show their records instead. `include`: fields shown on request only.
 */
import { Recent } from '#app/support/recent'
import type { Field } from '../field_definitions.js'

/** What is asked for below one level: null keeps everything. */
export type Names = Map<string, Names> | null

const NONE: ReadonlySet<string> = new Set()

export class Selection {
  static readonly everything = new Selection(null, new Map(), '')

  /**
   * @param keep names to keep; null keeps all
   * @param drop names to leave out of those; a name with names below it is only trimmed
   */
  constructor(
    readonly keep: Names,
    readonly drop: Map<string, Names>,
    /** Equal for equal parameters, to recognise a selection by. */
    readonly key: string,
    /** Links of the record itself that show whole records. */
    readonly expanded: ReadonlySet<string> = NONE,
    /** Names of fields of the record itself that are shown on request only. */
    readonly included: ReadonlySet<string> = NONE,
    /** Whether fields that work as credentials have their values. */
    readonly credentials: boolean = true
  ) {}

  /**
   * @param fields text of the `fields` parameter; undefined when it was not given
   * @param omit text of the `omit` parameter, likewise
   * @param expand names of links
   * @param include names under which fields are shown on request only
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

  /** The same selection for a caller who may only read, and gets no credential to write with. */
  withoutCredentials(): Selection {
    const { keep, drop, expanded, included } = this
    // No key of `parse` begins like this, whatever the parameters are.
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
   * @param expanded links of that record that show whole records
   */
  inside(name: string, expanded: ReadonlySet<string> = NONE): Selection {
    const keep = this.keep === null ? null : (this.keep.get(name) ?? null)
    const drop = this.drop.get(name) ?? new Map<string, Names>()
    return new Selection(keep, drop, '', expanded, NONE, this.credentials)
  }
}

/** Clients ask for the same few selections again and again. */
const parsed = new Recent<Selection>(200)

/** Longest list of names; no resource has more fields. */
const MAX_NAMES = 300
/** Records within each other that names reach into; what follows is one name, which no record has. */
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
    // Naming the whole outdoes naming a part.
    names.set(name!, null)
    return
  }
  const below = names.get(name!)
  if (below === null) return
  const next = below ?? new Map<string, Names>()
  names.set(name!, next)
  insert(next, rest)
}


/** Names `expand` takes for a field. */
export function expandableNames(name: string, field: Field): readonly string[] {
  if (field.kind !== 'link' || !field.expands) return []
  return field.expands === true ? [name] : [name, ...field.expands]
}

/**
 * What is expanded inside a field whose link shows its record.
 *
 * @param expanded names that were asked for
 * @returns undefined for a field that shows its link
 */
export function expansionOf(
  name: string,
  field: Field,
  expanded: ReadonlySet<string>
): ReadonlySet<string> | undefined {
  const names = expandableNames(name, field)
  if (!names.some((each) => expanded.has(each))) return undefined
  const inside = names.slice(1).filter((each) => expanded.has(each))
  return inside.length ? new Set(inside) : NONE
}
