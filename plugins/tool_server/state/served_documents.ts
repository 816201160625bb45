import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { ident } from '#app/support/sql_text'
import type { ToolRegistry } from '#app/tools/tool_registry'
import type { IsServed } from './shared_texts.js'

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
