/** Documents as tool arguments, and their texts. */
import type { JsonSchema, ToolContext } from './define_tool.js'
import type { DocumentDefinition, DocumentGroup } from './definitions.js'
import { ToolError } from './tool_error.js'
import { CodePoints } from '#app/citations/code_points'

/** Result for a document without text, which isn't an error. */
export const NO_TEXT = 'No text is available for this document.'

/** Maximum number of document IDs per call. */
export const MAX_DOCUMENTS = 10

const ID: JsonSchema = { type: 'integer', minimum: 1 }

/** A document identified by the arguments of a call. */
export interface NamedDocument {
  document: DocumentDefinition
  id: number
  /** IDs of the other documents in the group, if a group was given. */
  siblings?: number[]
}

/** IDs of documents and groups by argument; a call has exactly one. */
export type DocumentArguments = Record<string, unknown>

/** Name of the argument for a document's ID. */
export function getIdArgumentName({ type }: DocumentDefinition): string {
  return `${type}_id`
}

/**
 * Schemas of the arguments for documents and groups.
 *
 * @param several whether an argument accepts a list of documents
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
      getIdArgumentName(document),
      { ...(several ? any : one), description: document.description },
    ]),
    ...groupsOf(documents).map(({ group }) => [
      group.argument,
      { ...one, description: group.description },
    ]),
  ]) as Record<string, JsonSchema>
}

/**
 * Finds the given argument among mutually exclusive ones.
 *
 * @throws ToolError unless exactly one was given
 */
export function onlyArgument(args: Readonly<Record<string, unknown>>, names: string[]): string {
  const [given, ...more] = names.filter((name) => args[name] !== undefined)
  if (given !== undefined && !more.length) return given
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
  throw new ToolError(`Provide exactly one of ${list}.`)
}

/**
 * The documents identified by the arguments: one, a list, or the main document of a group.
 *
 * @throws ToolError unless exactly one argument was given, or if a group has no documents
 */
export async function namedDocuments(
  args: Readonly<DocumentArguments>,
  { documents, api }: Pick<ToolContext, 'documents' | 'api'>
): Promise<NamedDocument[]> {
  const name = onlyArgument(args, Object.keys(documentProperties(documents)))
  const value = args[name] as number | number[]
  const document = documents.find((each) => getIdArgumentName(each) === name)
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

/** The first keys of results about a document. */
export function documentHead({ document, id, siblings }: NamedDocument): Record<string, unknown> {
  return {
    doc_type: document.type,
    doc_id: id,
    ...(siblings ? { [siblingsName(document)]: siblings } : {}),
  }
}

/** Schemas of the first members of results about a document, and of their errors. */
export function documentOutput(
  documents: readonly DocumentDefinition[]
): Record<string, JsonSchema> {
  const siblings: JsonSchema = {
    type: 'array',
    items: { type: 'integer' },
    description: 'IDs of the other documents of the group.',
  }
  return {
    doc_type: { type: 'string', enum: documents.map(({ type }) => type) },
    doc_id: { type: 'integer' },
    ...Object.fromEntries(
      groupsOf(documents).map(({ document }) => [siblingsName(document), siblings])
    ),
    total_chars: { type: 'integer', description: 'Length of the text in characters.' },
    error: { type: 'string', description: 'Why the document has no text, if it has none.' },
  }
}

function siblingsName({ type }: DocumentDefinition): string {
  return `sibling_${type}_ids`
}

/**
 * Reads a document's text from the cache or the API.
 *
 * @returns an empty string if the document has no text
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
  // A merged record returns the ID of the remaining record, whose changes remove the cached text.
  if (text && record.id === id) await kept.set(type, id, text)
  return text
}

interface Snippet {
  position: number
  text: string
}

/** A text with positions in code points, as most clients count; slices never split a character. */
export class DocumentText {
  readonly #points: CodePoints
  /** Length in characters. */
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
   * Finds a literal phrase, ignoring case.
   *
   * @param most maximum number of snippets
   * @param around characters before and after each match
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
