/**
 * Documents as arguments of tools, and their texts.
 */
import type { JsonSchema, ToolContext } from './define_tool.js'
import type { DocumentDefinition, DocumentGroup } from './definitions.js'
import { ToolError } from './tool_error.js'
import { CodePoints } from '#app/citations/code_points'

/** What a tool says of a document that has no text, which is no error. */
export const NO_TEXT = 'No text is available for this document.'

/** IDs of documents that a call takes at most. */
export const MAX_DOCUMENTS = 10

const ID: JsonSchema = { type: 'integer', minimum: 1 }

/** A document that the arguments of a call name. */
export interface NamedDocument {
  document: DocumentDefinition
  id: number
  /** The others of its group, where the group was named. */
  siblings?: number[]
}

/** Arguments with the IDs of documents and groups, of which a call has one. */
export type DocumentArguments = Record<string, unknown>

/** Name of the argument with the ID of a document. */
export function argumentOf({ type }: DocumentDefinition): string {
  return `${type}_id`
}

/**
 * Schemas of the arguments that name documents and groups.
 *
 * @param several whether an argument may be a list of documents
 */
export function documentProperties(
  documents: readonly DocumentDefinition[],
  { several = false } = {}
): Record<string, JsonSchema> {
  const one: JsonSchema = { ...ID, type: ['integer', 'null'] }
  const any: JsonSchema = {
    anyOf: [
      ID,
      { type: 'array', items: ID, minItems: 1, maxItems: MAX_DOCUMENTS },
      { type: 'null' },
    ],
  }
  return Object.fromEntries([
    ...documents.map((document) => [
      argumentOf(document),
      { ...(several ? any : one), description: document.description },
    ]),
    ...groupsOf(documents).map(({ group }) => [
      group.argument,
      { ...one, description: group.description },
    ]),
  ]) as Record<string, JsonSchema>
}

/**
 * The argument that was given, of several of which a call has one.
 *
 * @throws ToolError when none or more than one was given
 */
export function onlyArgument(args: Readonly<Record<string, unknown>>, names: string[]): string {
  const [given, ...more] = names.filter((name) => args[name] !== undefined)
  if (given !== undefined && !more.length) return given
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
  throw new ToolError(`Provide exactly one of ${list}.`)
}

/**
 * The documents that the arguments of a call name: one or a list, or the
 * first of a group.
 *
 * @throws ToolError unless exactly one argument was given, and for a group without documents
 */
export async function namedDocuments(
  args: Readonly<DocumentArguments>,
  { documents, api }: Pick<ToolContext, 'documents' | 'api'>
): Promise<NamedDocument[]> {
  const name = onlyArgument(args, Object.keys(documentProperties(documents)))
  const value = args[name] as number | number[]
  const document = documents.find((each) => argumentOf(each) === name)
  if (document) return [value].flat().map((id) => ({ document, id }))
  const { group, ...grouped } = groupsOf(documents).find((each) => each.group.argument === name)!
  const { main, others } = await group.documents(value as number, api)
  return [{ document: grouped.document, id: main, siblings: others }]
}

function groupsOf(
  documents: readonly DocumentDefinition[]
): { document: DocumentDefinition; group: DocumentGroup }[] {
  return documents.flatMap((document) =>
    document.group ? [{ document, group: document.group }] : []
  )
}

/** What results say of a document first. */
export function documentHead({ document, id, siblings }: NamedDocument): Record<string, unknown> {
  return {
    doc_type: document.type,
    doc_id: id,
    ...(siblings ? { [`sibling_${document.type}_ids`]: siblings } : {}),
  }
}

/**
 * The text of a document, asked for where it is not kept.
 *
 * @returns blank when there is none
 * @throws ApiRefusal
 */
export async function documentText(
  { document: { type, endpoint, texts }, id }: Pick<NamedDocument, 'document' | 'id'>,
  { api, texts: kept }: Pick<ToolContext, 'api' | 'texts'>
): Promise<string> {
  const known = await kept.get(type, id)
  if (known !== undefined) return known
  const record = await api.get<Record<string, unknown>>(`${endpoint}/${id}/`, {
    fields: ['id', ...texts].join(','),
  })
  const name = texts.find((each) => typeof record[each] === 'string' && record[each] !== '')
  const text = name === undefined ? '' : (record[name] as string)
  // A merged record has the ID of the one that remains, under which its text is withdrawn.
  if (text && record.id === id) await kept.set(type, id, text)
  return text
}

interface Snippet {
  position: number
  text: string
}

export class DocumentText {
  readonly #points: CodePoints
  /** Number of characters. */
  readonly length: number

  constructor(readonly text: string) {
    this.#points = new CodePoints(text)
    this.length = this.#points.span({ start: 0, end: text.length }).end
  }

  /** @param end exclusive */
  slice(start: number, end: number): string {
    return this.text.slice(this.#points.unit(start), this.#points.unit(end))
  }

  /**
   * Finds a phrase as it is written, in upper or lower case.
   *
   * @param most snippets at most
   * @param around characters on each side of a match in its snippet
   */
  find(phrase: string, { most, around }: { most: number; around: number }) {
    const pattern = new RegExp(RegExp.escape(phrase), 'giu')
    const snippets: Snippet[] = []
    let count = 0
    for (const { index, 0: match } of this.text.matchAll(pattern)) {
      if (count++ < most) snippets.push(this.#snippet(index, index + match.length, around))
    }
    return { count, snippets }
  }

  #snippet(first: number, last: number, around: number): Snippet {
    const { start: position, end } = this.#points.span({ start: first, end: last })
    const from = Math.max(0, position - around)
    const to = Math.min(this.length, end + around)
    const text = `${from > 0 ? '...' : ''}${this.slice(from, to)}${to < this.length ? '...' : ''}`
    return { position, text }
  }
}
