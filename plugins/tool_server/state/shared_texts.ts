/**
 * Texts of documents, for all callers, for a day or until they change.
 *
 * Withdrawing takes a moment, and sealing none: whether a text may be shown is
 * looked up each time. A text that a call read just before it changed must not be kept after the
 * change: for as long as a call may take, a mark keeps its place.
 */
import type { SharedTexts } from '#app/tools/tool_context'
import { DAY, MAX_LENGTH, type ToolStore } from './tool_store.js'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { ident } from '#app/support/sql_text'
import type { ToolRegistry } from '#app/tools/tool_registry'

/** Seconds for which a text that changed is not kept; longer than any call. */
const MARKED = 600
/** A text that is kept is never blank. */
const MARK = ''
/** Documents that are marked one by one; of more, all of their type are withdrawn. */
const MAX_MARKED = 1000

/** Whether a document is there and its text may be shown. */
export type IsServed = (type: string, id: number) => Promise<boolean>

export class KeptTexts implements SharedTexts {
  constructor(
    readonly store: ToolStore,
    readonly isServed: IsServed = async () => true
  ) {}

  async get(type: string, id: number): Promise<string | undefined> {
    const text = await this.store.get(keyOf(type, id))
    return text && (await this.isServed(type, id)) ? text : undefined
  }

  async set(type: string, id: number, text: string): Promise<void> {
    const key = keyOf(type, id)
    if (text.length > MAX_LENGTH || !(await this.store.add(key, text, DAY))) return
    // Afterwards, so that no withdrawal comes between.
    if ((await this.store.get(markOf(type))) !== null) await this.store.delete(key)
  }

  /**
   * Withdraws texts of documents that changed.
   *
   * @param runs first and last ID of each
   * @throws when the store cannot be reached
   */
  async withdraw(type: string, runs: readonly [first: number, last: number][]): Promise<void> {
    const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    if (count > MAX_MARKED) return this.withdrawAll(type)
    const keys = runs.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, place) => keyOf(type, first + place))
    )
    await this.store.replace([...new Set(keys)], MARK, MARKED)
  }

  /** @throws when the store cannot be reached */
  async withdrawAll(type: string): Promise<void> {
    await this.store.replace([markOf(type)], MARK, MARKED)
    await this.store.deleteAll(`mcp:doc:${type}:`)
  }
}

function keyOf(type: string, id: number): string {
  return `mcp:doc:${type}:${id}`
}

/** Key of the mark of all documents of a type. */
function markOf(type: string): string {
  return `mcp:withdrawn:${type}`
}

const statements = new Map<string, NamedStatement>()

/** Looks up whether a document is still there and its text may be shown: it may have been sealed. */
export function servedDocuments(
  { documents, catalog }: Pick<ToolRegistry, 'documents' | 'catalog'>,
  reader: Pick<Reader, 'rows'>
): IsServed {
  const statementOf = (type: string) => {
    const document = documents.find((each) => each.type === type)
    if (!document) return undefined
    const { table, visible, fields } = catalog.resources.get(document.endpoint)
    const rules = document.texts.flatMap((name) => {
      const field = fields.get(name)
      const rule = field?.kind === 'value' ? field.servedIf?.(ident(table)) : undefined
      return rule ? [rule] : []
    })
    const all = [...(visible ? [visible] : []), ...rules].map((rule) => ` AND (${rule})`).join('')
    return new NamedStatement(`SELECT '1' FROM ${ident(table)} WHERE id = $1${all}`)
  }
  return async (type, id) => {
    const statement = statements.get(type) ?? statementOf(type)
    if (!statement) return false
    statements.set(type, statement)
    return (await reader.rows(statement, [id])).length > 0
  }
}
