/**
 * Cache of document texts for all callers, for a day or until they change.
 *
 * Withdrawal from the cache is asynchronous, so each read checks whether the
 * text can be shown. A call that read a text before a change must not cache it
 * afterwards: a marker blocks its key for longer than any call lasts.
 */
import type { SharedTexts } from '#app/tools/define_tool'
import { DAY, MAX_LENGTH, type ToolStore } from './tool_store.js'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { ident } from '#app/support/sql_text'
import type { ToolRegistry } from '#app/tools/tool_registry'

/** Seconds for which a changed text is not cached; longer than any call. */
const MARKED = 600
/** Marker value; cached texts are never empty. */
const MARK = ''
/** Maximum number of documents to mark individually; for more, all texts of the type are withdrawn. */
const MAX_MARKED = 1000

/** Whether a document exists and its text can be shown. */
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
    // Checked after the write, so that no concurrent withdrawal is missed.
    if ((await this.store.get(markOf(type))) !== null) await this.store.delete(key)
  }

  /**
   * Withdraws the texts of changed documents.
   *
   * @param runs ranges of IDs
   * @throws if the store is unavailable
   */
  async withdraw(type: string, runs: readonly [first: number, last: number][]): Promise<void> {
    const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    if (count > MAX_MARKED) return this.withdrawAll(type)
    const keys = runs.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, place) => keyOf(type, first + place))
    )
    await this.store.replace([...new Set(keys)], MARK, MARKED)
  }

  /** @throws if the store is unavailable */
  async withdrawAll(type: string): Promise<void> {
    await this.store.replace([markOf(type)], MARK, MARKED)
    await this.store.deleteAll(`mcp:doc:${type}:`)
  }
}

function keyOf(type: string, id: number): string {
  return `mcp:doc:${type}:${id}`
}

/** Key of the marker for all documents of a type. */
function markOf(type: string): string {
  return `mcp:withdrawn:${type}`
}

const statements = new Map<string, NamedStatement>()

/** Returns a function that checks whether a document still exists and its text can be shown. */
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
