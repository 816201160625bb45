import { BaseSchema } from '@adonisjs/lucid/schema'

/** Indexes for finding the row that refers to a stored file, which every file request does. */
export default class extends BaseSchema {
  async up() {
    for (const [table, column] of PATHS)
      this.schema.raw(
        `CREATE INDEX ${table}_${column} ON ${table} (${column}) WHERE ${column} <> ''`
      )
  }

  async down() {
    for (const [table, column] of PATHS) this.schema.raw(`DROP INDEX ${table}_${column}`)
  }
}

const PATHS = [
  ['opinions', 'local_path'],
  ['opinion_clusters', 'filepath_json_harvard'],
  ['opinion_clusters', 'filepath_pdf_harvard'],
  ['opinion_clusters', 'filepath_xml_scan'],
  ['opinion_clusters', 'filepath_pdf_scan'],
]
