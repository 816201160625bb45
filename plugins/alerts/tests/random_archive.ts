/**
 * Random changes of an archive for tests of completeness: creates, changes, moves,
 * and deletes rows of every kind that alerts match.
 */
import type { Database } from '@adonisjs/lucid/database'
import { addCluster, addDocket, addDocument, addOpinion, addRecording } from './archive_rows.js'

/** Types of alerts, with their indexes. */
export const INDEXES = { o: 'opinions', r: 'dockets', oa: 'oral_arguments' } as const
export type Kind = keyof typeof INDEXES

/** A table of children, and its foreign key. */
type Children = [table: string, parent: string]
const OPINIONS: Children = ['opinions', 'cluster_id']
const ENTRIES: Children = ['docket_entries', 'docket_id']

export class RandomArchive {
  readonly #keys: Record<Kind, number[]> = { o: [], r: [], oa: [] }
  readonly #people: number[] = []
  readonly #changes: (() => Promise<string>)[]

  /**
   * @param next random numbers from 0 to 1
   * @param text some words
   */
  constructor(
    readonly database: Database,
    readonly next: () => number,
    readonly text: () => string
  ) {
    this.#changes = this.#allChanges()
  }

  listParentKeys(kind: Kind): number[] {
    return this.#keys[kind]
  }

  /** Initial rows. */
  async fill(): Promise<void> {
    for (let made = 0; made < 3; made++) {
      await this.#person()
      await this.#addParents()
    }
  }

  /** @returns a description of the change */
  async change(): Promise<string> {
    return this.#pick(this.#changes)()
  }

  #allChanges(): (() => Promise<string>)[] {
    const { text } = this
    return [
      () => this.#addParents(),
      () => this.#update('r', 'dockets', { case_name: text() }),
      () => this.#update('r', 'dockets', { case_name: text() }),
      () => this.#update('r', 'dockets', { assigned_to_id: this.#pick(this.#people) }),
      () => this.#update('o', 'opinion_clusters', { case_name: text() }),
      () => this.#update('o', 'opinion_clusters', { syllabus: text() }),
      () => this.#update('oa', 'audio', { case_name: text() }),
      () => this.#update('oa', 'audio', { judges: text() }),
      () => this.#ofDocket('opinion_clusters', 'o'),
      () => this.#ofDocket('audio', 'oa'),
      () => this.#addDocument(),
      () => this.#addDocument(),
      () => this.#child(ENTRIES, 'r', { description: text() }),
      () => this.#move(ENTRIES, 'r'),
      () => this.#delete(ENTRIES, 'r'),
      () =>
        this.#document((id) => this.#rows('archive_documents', id).update({ plain_text: text() })),
      () => this.#document((id) => this.#rows('archive_documents', id).delete()),
      () => this.#addOpinion(),
      () => this.#addOpinion(),
      () => this.#child(OPINIONS, 'o', { plain_text: text() }),
      () => this.#move(OPINIONS, 'o'),
      () => this.#delete(OPINIONS, 'o'),
      () => this.#delete(OPINIONS, 'o'),
      () => this.#addParty(),
      () => this.#addParty(),
      () => this.#touchParty((id) => this.#rows('parties', id).update({ name: text() }), 'rename'),
      () => this.#touchParty((id) => this.#rows('parties', id).delete(), 'delete'),
      () => this.#sitting('opinion_cluster_panel', 'cluster_id', 'o'),
      () => this.#person(this.#pick(this.#people)),
      () => this.#cite(),
    ]
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!
  }

  #rows(table: string, id: number) {
    return this.database.from(table).where('id', id)
  }

  async #addParents(): Promise<string> {
    this.#keys.r.push(await addDocket(this.text()))
    this.#keys.o.push((await addCluster(this.text())).cluster)
    this.#keys.oa.push(await addRecording(this.text()))
    return 'add parents'
  }

  async #update(kind: Kind, table: string, values: Record<string, unknown>): Promise<string> {
    const key = this.#pick(this.#keys[kind])
    await this.#rows(table, key).update(values)
    return `change ${table} ${key} ${Object.keys(values).join()}`
  }

  /** Docket of a decision or a recording. */
  async #ofDocket(table: string, kind: Kind): Promise<string> {
    const key = this.#pick(this.#keys[kind])
    const { docket_id: docket } = await this.#rows(table, key).firstOrFail()
    await this.#rows('dockets', docket).update({ docket_number: this.text() })
    return `change the docket of ${table} ${key}`
  }

  async #addDocument(): Promise<string> {
    const docket = this.#pick(this.#keys.r)
    await addDocument(docket, this.text())
    return `add a document to ${docket}`
  }

  async #addOpinion(): Promise<string> {
    const cluster = this.#pick(this.#keys.o)
    await addOpinion(cluster, this.text())
    return `add an opinion to ${cluster}`
  }

  async #anyChild([table, parent]: Children, kind: Kind): Promise<number | undefined> {
    const rows = await this.database.from(table).whereIn(parent, this.#keys[kind]).orderBy('id')
    return rows.length ? Number(this.#pick(rows).id) : undefined
  }

  async #child(children: Children, kind: Kind, values: Record<string, unknown>): Promise<string> {
    const id = await this.#anyChild(children, kind)
    if (id !== undefined) await this.#rows(children[0], id).update(values)
    return `change ${children[0]} ${id}`
  }

  async #move(children: Children, kind: Kind): Promise<string> {
    const to = this.#pick(this.#keys[kind])
    return (await this.#child(children, kind, { [children[1]]: to })).concat(` to ${to}`)
  }

  async #delete(children: Children, kind: Kind): Promise<string> {
    const id = await this.#anyChild(children, kind)
    if (id !== undefined) await this.#rows(children[0], id).delete()
    return `delete ${children[0]} ${id}`
  }

  async #document(work: (id: number) => Promise<unknown>): Promise<string> {
    const rows = await this.database
      .from('archive_documents')
      .whereIn('docket_entry_id', (entries) =>
        entries.from('docket_entries').whereIn('docket_id', this.#keys.r).select('id')
      )
      .orderBy('id')
    if (rows.length) await work(Number(this.#pick(rows).id))
    return 'change or delete a document'
  }

  async #addParty(): Promise<string> {
    const docket = this.#pick(this.#keys.r)
    const [party] = await this.database
      .table('parties')
      .insert({ name: this.text() })
      .returning('id')
    const [attorney] = await this.database
      .table('attorneys')
      .insert({ name: this.text() })
      .returning('id')
    await this.database.table('party_types').insert({ docket_id: docket, party_id: party.id })
    await this.database
      .table('attorney_roles')
      .insert({ docket_id: docket, party_id: party.id, attorney_id: attorney.id })
    return `add a party to ${docket}`
  }

  async #touchParty(work: (id: number) => Promise<unknown>, what: string): Promise<string> {
    const rows = await this.database
      .from('party_types')
      .whereIn('docket_id', this.#keys.r)
      .orderBy('id')
    if (rows.length) await work(Number(this.#pick(rows).party_id))
    return `${what} a party`
  }

  async #sitting(table: string, column: string, kind: Kind): Promise<string> {
    const key = this.#pick(this.#keys[kind])
    const person = this.#pick(this.#people)
    await this.database
      .knexQuery()
      .table(table)
      .insert({ [column]: key, person_id: person })
      .onConflict()
      .ignore()
    return `${person} sits on ${key}`
  }

  /** Adds or renames a judge. */
  async #person(id?: number): Promise<string> {
    const name = { name_last: this.text() }
    if (id !== undefined) await this.#rows('people', id).update(name)
    else {
      const [row] = await this.database.table('people').insert(name).returning('id')
      this.#people.push(Number(row.id))
    }
    return `name a judge`
  }

  async #cite(): Promise<string> {
    const cluster = this.#pick(this.#keys.o)
    const page = String(Math.floor(this.next() * 1e6))
    await this.database
      .table('citations')
      .insert({ cluster_id: cluster, volume: '1', reporter: this.text(), page, type: 1 })
    return `cite ${cluster}`
  }

  /** Removes rows that aren't removed with dockets. */
  async remove(): Promise<void> {
    const own = (table: string, columns: string[]) =>
      this.database.from(table).whereIn(
        'id',
        this.database
          .from('party_types')
          .join('attorney_roles', 'attorney_roles.party_id', 'party_types.party_id')
          .whereIn('party_types.docket_id', this.#keys.r)
          .select(...columns)
      )
    await own('attorneys', ['attorney_roles.attorney_id']).delete()
    await this.database
      .from('parties')
      .whereIn(
        'id',
        this.database.from('party_types').whereIn('docket_id', this.#keys.r).select('party_id')
      )
      .delete()
    await this.database
      .from('dockets')
      .whereIn('assigned_to_id', this.#people)
      .update({ assigned_to_id: null })
    await this.database.from('people').whereIn('id', this.#people).delete()
  }
}
