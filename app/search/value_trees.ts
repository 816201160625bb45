/**
 * Known values of keyword fields, and hierarchical ones: a court includes the courts below it.
 */
import { didYouMean } from '#app/support/did_you_mean'
import type { KnownValues } from '#app/search_engine/query/values'
import type { Row } from '#app/database/reader'
import type { SearchIndexDefinition } from './define_search_index.js'

/** Milliseconds for which a tree is cached. */
const KEPT = 60_000

/** All values below a value, excluding the value itself. */
export type Below = (value: string) => string[]

interface RowReader {
  rows: (statement: string, values: unknown[]) => Promise<Row[]>
}

/** By field. */
export interface FieldValues {
  below: Record<string, Below>
  known: Record<string, KnownValues>
}

/**
 * Loads the values declared by index fields on demand and refreshes them
 * periodically.
 *
 * @returns a function that returns the values; with an age in milliseconds, not older than it
 */
export function valueTrees(indexes: SearchIndexDefinition[], reader: RowReader) {
  const listed = indexes.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { values }]) =>
      values ? [[name, knownValues(values.map((value) => [value]))] as const] : []
    )
  )
  const declared = indexes.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { tree }]) => (tree ? [[name, tree] as const] : []))
  )
  let read: Promise<FieldValues> | undefined
  let readAt = 0
  return (oldest = KEPT): Promise<FieldValues> => {
    if (!read || Date.now() - readAt > oldest) {
      readAt = Date.now()
      read = readTrees(new Map(declared), reader).then(({ below, known }) => ({
        below,
        known: { ...Object.fromEntries(listed), ...known },
      }))
      read.catch(() => (read = undefined))
    }
    return read
  }
}

async function readTrees(declared: Map<string, string>, reader: RowReader): Promise<FieldValues> {
  const statements = [...new Set(declared.values())]
  const trees = new Map(
    await Promise.all(
      statements.map(async (statement) => {
        const rows = await reader.rows(statement, [])
        const values = rows.map(([value, , ...names]) => [value, ...names])
        return [statement, { below: treeOf(rows), known: knownValues(values) }] as const
      })
    )
  )
  const byField = [...declared].map(([name, statement]) => [name, trees.get(statement)!] as const)
  return {
    below: Object.fromEntries(byField.map(([name, { below }]) => [name, below])),
    // Without courts in the archive, no value is known to be wrong.
    known: Object.fromEntries(
      byField.flatMap(([name, { known }]) => (known.size ? [[name, known]] : []))
    ),
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** @param rows values, each with its names */
function knownValues(rows: (string | null | undefined)[][]): KnownValues {
  const values = new Set(rows.map(([value]) => value!.toLowerCase()))
  return {
    size: values.size,
    has: (value) => values.has(value.toLowerCase()),
    near: (text) => {
      const asked = wordsOf(text).join(' ')
      const named = rows.filter(([, ...names]) =>
        names.some((name) => wordsOf(name ?? '').join(' ') === asked)
      )
      if (asked && named.length === 1) return named[0]![0]!
      return didYouMean(text.toLowerCase(), [...values]) ?? nearName(text, rows)
    },
  }
}

/** The only value with a name that has all words of a text. */
function nearName(text: string, rows: (string | null | undefined)[][]): string | undefined {
  const asked = wordsOf(text)
  if (!asked.length) return undefined
  const like = rows.filter(([, ...names]) =>
    names.some((name) => {
      const words = new Set(wordsOf(name ?? ''))
      return asked.every((word) => words.has(word))
    })
  )
  return like.length === 1 ? like[0]![0]! : undefined
}

function treeOf(rows: Row[]): Below {
  const children = new Map<string, string[]>()
  for (const [value, above] of rows) {
    if (value && above) children.set(above, [...(children.get(above) ?? []), value])
  }
  return (value) => {
    const found = new Set<string>()
    const walk = (each: string) => {
      for (const below of children.get(each) ?? []) {
        if (below === value || found.has(below)) continue
        found.add(below)
        walk(below)
      }
    }
    walk(value)
    return [...found]
  }
}
