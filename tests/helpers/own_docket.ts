/** A docket for a single test. */
import app from '@adonisjs/core/services/app'

export interface OwnDocket {
  id: number
  /** Adds an entry with documents in one transaction. Returns all keys. */
  addEntry: (
    description: string,
    documents?: object[]
  ) => Promise<{ entry: number; documents: number[] }>
  /** Adds a document to an entry. */
  addDocument: (entry: number, document?: object) => Promise<number>
  /** Changes the docket. */
  change: (values: object) => Promise<void>
  remove: () => Promise<void>
}

export async function makeDocket(values: object = {}): Promise<OwnDocket> {
  const database = await app.container.make('lucid.db')
  const [{ id: court }] = await database.from('courts').orderBy('id').limit(1)
  const [row] = await database
    .table('dockets')
    .insert({
      court_id: court,
      source: 1,
      case_name: 'Ash <b> v. Beech & Sons',
      slug: 'ash-v-beech',
      docket_number: '1:26-cv-00077',
      ...values,
    })
    .returning('id')
  const id = Number(row.id)
  let number = 0
  const documentRow = (entry: number, document: object = {}) => ({
    docket_entry_id: entry,
    document_type: 1,
    document_number: String(++number),
    registry_doc_id: `0350${id}${number}`,
    ...document,
  })
  return {
    id,
    addEntry: (description, documents = [{}]) =>
      database.transaction(async (trx) => {
        const [entry] = await trx
          .table('docket_entries')
          .insert({
            docket_id: id,
            description,
            entry_number: number + 1,
            date_filed: '2026-03-02',
          })
          .returning('id')
        const made: number[] = []
        for (const document of documents) {
          const [{ id: key }] = await trx
            .table('archive_documents')
            .insert(documentRow(entry.id, document))
            .returning('id')
          made.push(Number(key))
        }
        return { entry: Number(entry.id), documents: made }
      }),
    addDocument: async (entry, document) => {
      const [made] = await database
        .table('archive_documents')
        .insert(documentRow(entry, document))
        .returning('id')
      return Number(made.id)
    },
    change: async (changes) => void (await database.from('dockets').where({ id }).update(changes)),
    remove: async () => void (await database.from('dockets').where({ id }).delete()),
  }
}

/** Changes a document, like an import. */
export async function changeDocument(id: number, values: object): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.from('archive_documents').where({ id }).update(values)
}
