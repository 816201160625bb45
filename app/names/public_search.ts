/**
 * Search under public names: results have public keys, and queries accept either name of a
 * field.
 */
import type { Declared } from '#app/support/lazy'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { SearchTypeDefinition, SearchTypeExtension } from '#app/search/define_search_type'
import type { NameTable } from './name_table.js'

/**
 * Adds the public names of fields as aliases to indexes, because alerts and shared links may
 * contain either name.
 */
export function withPublicAliases(
  indexes: SearchIndexDefinition[],
  table: NameTable
): SearchIndexDefinition[] {
  return indexes.map((index) => {
    const fields = { ...index.fields }
    for (const [own, name] of table.index(index.name)) {
      const field = fields[own]
      if (field) fields[own] = { ...field, aliases: [...(field.aliases ?? []), name] }
    }
    return { ...index, fields }
  })
}

/** Renames the fields of indexes to their public names. */
export function publicIndexes(
  indexes: SearchIndexDefinition[],
  table: NameTable
): SearchIndexDefinition[] {
  return indexes.map((index) => ({ ...index, fields: table.index(index.name).keys(index.fields) }))
}

/** Renames the keys of the results of search types to public names. */
export function publicTypes(
  types: Declared<SearchTypeDefinition>[],
  table: NameTable
): Declared<SearchTypeDefinition>[] {
  return types.map(({ plugin, declaration }) => ({
    plugin,
    declaration: publicType(declaration, table),
  }))
}

/** Renames the result keys that a plugin adds to another plugin's search type. */
export function publicTypeExtension(
  extension: SearchTypeExtension,
  types: SearchTypeDefinition[],
  table: NameTable
): SearchTypeExtension {
  const type = types.find(({ code }) => code === extension.extendsType)!
  const names = table.index(type.index)
  return {
    ...extension,
    hits: extension.hits && names.keys(extension.hits),
    children: extension.children && names.keys(extension.children),
  }
}

function publicType(type: SearchTypeDefinition, table: NameTable): SearchTypeDefinition {
  const names = table.index(type.index)
  const { fields, children, highlighted, shapes } = type.results
  const marked = Object.entries(highlighted).map(([name, { field = name, ...where }]) => [
    names.toPublic(name),
    { ...where, field },
  ])
  return {
    ...type,
    results: {
      ...type.results,
      fields: names.keys(fields),
      children: children && {
        ...children,
        list: names.toPublic(children.list),
        fields: names.keys(children.fields),
      },
      highlighted: Object.fromEntries(marked),
      shapes: shapes && names.keys(shapes),
    },
  }
}
