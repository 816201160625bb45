import { BaseSchema } from '@adonisjs/lucid/schema'

/** Which row names a stored file is asked for every file served. */
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
