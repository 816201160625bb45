/** Words that the entries of a docket alert must or must not contain. */
import type { Database } from '@adonisjs/lucid/database'
import { analyse } from '#app/search_engine/analysis/analyse'
import { findPhrase } from '#app/search_engine/query/find_phrases'
import { InvalidValues } from '#app/support/domain_error'

/** Maximum characters in a list of words. */
export const MAX_WORDS_LENGTH = 500

export interface AlertWords {
  include_words: string
  exclude_words: string
}

/** Updates of one kind. */
export interface News {
  kind: 'entry' | 'update' | 'document'
  /** IDs of entries or documents. */
  ids: number[]
}

interface Filtered<Row extends News> {
  news: Row[]
  /** New entries that don't have the words. */
  skipped: number[]
}

interface Item {
  id: number
  texts: string[]
}

/**
 * Parses a list of words and phrases, separated by commas, semicolons, or line breaks.
 *
 * @returns the stems of each
 */
function parsePhrases(text: string): string[][] {
  return text
    .split(/[,;\n\r]+/)
    .map((phrase) => analyse(phrase).stem)
    .filter((stems) => stems.length)
}

/** @throws InvalidValues for lists without words */
export function checkWords(values: Partial<Record<keyof AlertWords, unknown>>): void {
  for (const name of ['include_words', 'exclude_words'] as const) {
    const text = values[name]
    if (typeof text === 'string' && text.trim() !== '' && !parsePhrases(text).length)
      throw new InvalidValues({
        [name]: ['Enter words or phrases, separated by commas: motion, summary judgment.'],
      })
  }
}

/** Whether an alert has words. */
export function hasWords({ include_words: one, exclude_words: other }: AlertWords): boolean {
  return one !== '' || other !== ''
}

/** Creates a filter for the descriptions of an entry and its documents. */
export function buildWordFilter(words: AlertWords): (texts: string[]) => boolean {
  const [included, excluded] = [words.include_words, words.exclude_words].map(parsePhrases)
  return (texts) => {
    const stems = texts.map((text) => analyse(text).stem)
    const has = (phrase: string[]) => stems.some((text) => findPhrase(text, phrase).length)
    return (!included!.length || included!.some(has)) && !excluded!.some(has)
  }
}

/** Removes updates of entries without an alert's words. Skipped entries that now have them are new. */
export async function filterNews<Row extends News>(
  database: Pick<Database, 'from' | 'rawQuery'>,
  alert: AlertWords & { id: string },
  news: Row[]
): Promise<Filtered<Row>> {
  if (!hasWords(alert)) return { news, skipped: [] }
  const passes = buildWordFilter(alert)
  const idsOf = (kind: News['kind']) => news.find((row) => row.kind === kind)?.ids ?? []
  const read = async (sql: string, ids: number[]) =>
    ids.length
      ? (await database.rawQuery<{ rows: Item[] }>(sql, [ids] as never[])).rows.filter((item) =>
          passes(item.texts)
        )
      : []
  const entries = await read(ENTRIES, [...new Set([...idsOf('entry'), ...idsOf('update')])])
  const kept = new Set(entries.map(({ id }) => Number(id)))
  const documents = new Set((await read(DOCUMENTS, idsOf('document'))).map(({ id }) => Number(id)))
  const rows = await database
    .from('docket_alert_skipped')
    .where('alert_id', alert.id)
    .whereIn('entry_id', [...kept])
    .select('entry_id')
  const found = new Set(rows.map(({ entry_id: id }) => Number(id)))
  const isNew = new Set([...idsOf('entry').filter((id) => kept.has(id)), ...found])
  const ids: Record<News['kind'], number[]> = {
    entry: [...isNew].sort((one, other) => one - other),
    update: idsOf('update').filter((id) => kept.has(id) && !found.has(id)),
    document: idsOf('document').filter((id) => documents.has(id)),
  }
  const narrowed = news.map((row) => ({ ...row, ids: ids[row.kind] }))
  const last = narrowed.find(({ kind }) => kind === 'update')
  if (found.size && !news.some(({ kind }) => kind === 'entry') && last)
    narrowed.push({ ...last, kind: 'entry', ids: ids.entry })
  return { news: narrowed, skipped: idsOf('entry').filter((id) => !kept.has(id)) }
}

/** The descriptions of an entry and of its documents. */
const TEXTS = `array_remove(array_append(
  (SELECT array_agg(r.description) FROM archive_documents r WHERE r.docket_entry_id = e.id), e.description), NULL)`
const ENTRIES = `SELECT e.id, ${TEXTS} AS texts FROM docket_entries e WHERE e.id = ANY(?)`
const DOCUMENTS = `SELECT d.id, ${TEXTS} AS texts
  FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id WHERE d.id = ANY(?)`
