/**
 * Converts a tree to one that a filter can express. Patterns become words. Proximity searches
 * become the rows whose texts match. Fields of a parent's own row become the matching parents.
 */
import { SearchTooBroad } from '../../engine.js'
import { findNear } from '../../query/find_phrases.js'
import { and, listQueryLeaves, not, or, type QueryLeaf, type QueryTree } from '../../query/tree.js'
import { MAX_CANDIDATES } from './cluster.js'
import {
  joinWithAnd,
  asFilter,
  asQuery,
  filterText,
  isTooComplex,
  type FilterLeaf,
  type FilterTree,
} from './filter.js'
import { fetchRows } from './fetch_rows.js'
import { joinValueParts } from './rows.js'
import { MAX_PARENTS, MAX_READ, refuse } from './refused.js'
import { formField, type Layout } from './schema.js'
import type { RowCounts } from './row_counts.js'
import type { Snapshot } from './snapshot.js'
import { KEPT_OF_LONG, prefixTokens, wordToken } from './tokens.js'
import { shown, type Vocabulary } from './vocabulary.js'

type TextLeaf = Exclude<QueryLeaf, { op: 'range' } | { op: 'is' } | { op: 'connected' }>
type NearLeaf = QueryLeaf & { op: 'near' }

const NOTHING: FilterTree = { op: 'none' }
/** Number of rows whose texts are read in one request. */
const READ_TOGETHER = 50

export class Resolver {
  constructor(
    readonly layout: Layout,
    readonly snapshot: Snapshot,
    readonly vocabulary: Vocabulary,
    readonly counts: RowCounts,
    /** Number of leaves and operators that the server allows. */
    readonly mostOperations: number
  ) {}

  /**
   * @param within a condition that all relevant rows meet
   * @throws SearchTooBroad, SearchRefused
   */
  async resolve(tree: QueryTree, within: QueryTree[] = []): Promise<FilterTree> {
    const simple = within.filter((part) => listQueryLeaves(part).every(({ op }) => op !== 'near'))
    const context = async () => asFilter(and(...(await this.#all(simple)).map(asQuery)))
    const resolved = await this.#resolve(tree, context)
    this.check(resolved)
    return resolved
  }

  /** @throws SearchRefused */
  check(tree: FilterTree): void {
    if (isTooComplex(tree, this.mostOperations))
      refuse('complexity', 'The query is too complex for the search engine. Shorten it.')
  }

  async #all(trees: QueryTree[], context = async (): Promise<FilterTree> => ({ op: 'all' })) {
    const resolved: FilterTree[] = []
    for (const part of trees) resolved.push(await this.#resolve(part, context))
    return resolved
  }

  async #resolve(node: QueryTree, context: () => Promise<FilterTree>): Promise<FilterTree> {
    switch (node.op) {
      case 'and':
      case 'or': {
        const parts = (await this.#all(node.of, context)).map(asQuery)
        return asFilter(node.op === 'and' ? and(...parts) : or(...parts))
      }
      case 'not':
        return asFilter(not(asQuery(await this.#resolve(node.of, context))))
      case 'all':
      case 'none':
        return node
      case 'range':
      case 'is':
        return this.#valueLeaf(node)
      case 'connected':
        return refuse(
          'connectors',
          'This search engine does not support /s, /p, and other connectors. Use "breach duty"~10 instead.'
        )
      default:
        return this.#textLeaf(node, context)
    }
  }

  async #valueLeaf(leaf: QueryLeaf & { op: 'range' | 'is' }): Promise<FilterTree> {
    const field = this.layout.fields.get(leaf.field)
    if (!field || field.kind === 'text') return NOTHING
    const isNumber = ['number', 'date', 'datetime'].includes(field.kind)
    let found: FilterLeaf
    if (leaf.op === 'range') {
      if (!isNumber) return NOTHING
      found = { op: 'range', field: field.name, from: leaf.from, to: leaf.to }
    } else if (isNumber) {
      const values = leaf.values.map(Number).filter((value) => !Number.isNaN(value))
      if (!values.length) return NOTHING
      found = { op: 'numbers', field: field.name, values }
    } else {
      if (!leaf.values.length) return NOTHING
      found = { op: 'values', field: field.name, values: leaf.values.map(String) }
    }
    return field.own ? this.#parentsOf(found, leaf.field) : found
  }

  async #textLeaf(leaf: TextLeaf, context: () => Promise<FilterTree>): Promise<FilterTree> {
    const fields = (own: boolean) =>
      leaf.fields.filter((name) => {
        const field = this.layout.fields.get(name)
        return field?.kind === 'text' && field.own === own
      })
    const [everywhere, own] = [fields(false), fields(true)]
    const parts: FilterTree[] = []
    if (everywhere.length) parts.push(await this.#over(leaf, everywhere, context))
    if (own.length) {
      const inOwn = await this.#over(leaf, own, async () => ({ op: 'all' }), 'child:=0')
      parts.push(await this.#parentsOf(inOwn, shownLeaf(leaf), own))
    }
    return asFilter(or(...parts.map(asQuery)))
  }

  async #over(
    leaf: TextLeaf,
    fields: string[],
    context: () => Promise<FilterTree>,
    rows?: string
  ): Promise<FilterTree> {
    switch (leaf.op) {
      case 'word':
        return { op: 'phrase', fields, words: [leaf.word], form: leaf.form }
      case 'phrase':
        return leaf.words.length ? { ...leaf, fields } : NOTHING
      case 'near':
        return this.#near({ ...leaf, fields, words: [...new Set(leaf.words)] }, context, rows)
      case 'prefix': {
        if (prefixTokens(leaf.prefix).every((token) => token.length <= KEPT_OF_LONG)) {
          if (leaf.prefix) await this.#requireFew(leaf.prefix)
          return { ...leaf, fields }
        }
      }
    }
    const words = await this.vocabulary.wordsFor(leaf, this.snapshot)
    return words.length ? { op: 'words', fields, words, form: 'exact' } : NOTHING
  }

  /** @throws SearchTooBroad if Typesense would only use some of the words */
  async #requireFew(prefix: string): Promise<void> {
    const words = prefixTokens(prefix).map((token) => ({
      ...{ q: '*', per_page: 0 },
      filter_by: `(kind:=word && w:${token}*)`,
    }))
    const answers = await this.snapshot.search(words)
    if (answers.reduce((sum, { found }) => sum + found, 0) >= MAX_CANDIDATES)
      throw new SearchTooBroad(shown({ op: 'prefix', fields: [], prefix }))
  }

  /** Parents whose own row matches. @throws SearchRefused */
  async #parentsOf(tree: FilterTree, what: string, scored?: string[]): Promise<FilterTree> {
    if (tree.op === 'none' || tree.op === 'all') return tree
    this.check(tree)
    const filter = joinWithAnd('child:=0', this.snapshot.seen, filterText(tree))
    const { found, rows } = await fetchRows(this.snapshot, filter, {
      most: MAX_PARENTS,
      include: ['parent'],
    })
    if (found > MAX_PARENTS)
      refuse(
        'ownRow',
        `"${what}" matches more than ${MAX_PARENTS.toLocaleString('en-US')} records. Use a rarer word, or specify a field.`
      )
    const keys = rows.map(({ parent }) => Number(parent))
    if (!keys.length) return NOTHING
    return { op: 'rows', by: 'parent', keys, ...(scored ? { scores: { fields: scored } } : {}) }
  }

  /** Reads the texts of all rows that contain the words. @throws SearchRefused */
  async #near(
    leaf: NearLeaf,
    context: () => Promise<FilterTree>,
    rows = 'child:>=0'
  ): Promise<FilterTree> {
    if (!leaf.words.length) return NOTHING
    const { fields, form, words } = leaf
    const inField = (field: string) =>
      and(...words.map((word) => asQuery({ op: 'phrase', fields: [field], words: [word], form })))
    const candidates = asFilter(and(asQuery(await context()), or(...fields.map(inField))))
    if (candidates.op === 'none') return NOTHING
    this.check(candidates)
    const stored = fields.map((name) => formField(form, name))
    const { found, rows: read } = await fetchRows(
      this.snapshot,
      joinWithAnd(rows, this.snapshot.seen, filterText(candidates)),
      { most: MAX_READ, include: ['pk', ...stored], together: READ_TOGETHER }
    )
    if (found > MAX_READ)
      refuse(
        'near',
        `More than ${MAX_READ.toLocaleString('en-US')} texts have the words of "${words.join(' ')}"~${leaf.distance}. Narrow the search, or search for the exact phrase.`
      )
    const wanted = words.map(wordToken)
    const holds = (row: Record<string, unknown>) =>
      stored.some((name) =>
        joinValueParts((row[name] ?? []) as string[]).some(
          (value) => findNear(value, wanted, leaf.distance).length > 0
        )
      )
    const keys = read.filter(holds).map(({ pk }) => Number(pk))
    return keys.length ? { op: 'rows', by: 'pk', keys, scores: { fields } } : NOTHING
  }
}

function shownLeaf(leaf: TextLeaf): string {
  switch (leaf.op) {
    case 'word':
      return leaf.word
    case 'phrase':
    case 'near':
      return leaf.words.join(' ')
    default:
      return shown(leaf)
  }
}
