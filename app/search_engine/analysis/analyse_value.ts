/** What a value of a field is found by: its words, and the keys of its shape. */
import { keysOf, readDocketNumbers } from '#app/support/docket_number'
import type { IndexField } from '../index_definition.js'
import { analyse, type Words } from './analyse.js'

/** The words of a text field's value, with its keys where the field has a shape. */
export function analyseValue({ shape }: Pick<IndexField, 'shape'>, text: string): Words {
  const words = analyse(text)
  if (!shape) return words
  const keys = readDocketNumbers(text).numbers.flatMap(keysOf)
  return { ...words, key: [...new Set(keys)] }
}
