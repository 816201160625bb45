/** Parts of lists whose rows have codes of a choice. */
import { choiceWords } from '#api/choice_words'
import type { Choice } from '#api/field_types'
import type { AdminColumn, ListFilter } from './admin_list.js'

/** Rows with a code, picked from a list; what is no code is passed over. @param column with the code */
export function byChoice(column: string, label: string, choices: Choice[]): ListFilter {
  return {
    label,
    options: choices.map(({ value, display_name: words }) => [String(value), words]),
    where: (text) => {
      const choice = choices.find(({ value }) => String(value) === text)
      return choice && { sql: `${column} = ?`, values: [choice.value] }
    },
  }
}

/** The code of a row in words. @param name of the selected column */
export function choiceColumn(name: string, label: string, choices: Choice[]): AdminColumn {
  return { label, cell: (row) => choiceWords(choices, row[name]) }
}
