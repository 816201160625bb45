import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * `curia_fold` lowercases text for case-insensitive comparisons, identically on
 * every supported PostgreSQL version. Columns use the "C" collation, whose lower()
 * handles ASCII only, so the function uses a Unicode collation.
 */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      const { rows } = await db.rawQuery(
        `SELECT collname FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu')
         ORDER BY collname = 'pg_c_utf8' DESC LIMIT 1`
      )
      const collation = rows[0]?.collname ?? 'default'
      await db.rawQuery(`
        CREATE FUNCTION curia_fold(text) RETURNS text
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN lower($1 COLLATE "${collation}") COLLATE "C"
      `)
    })
  }

  async down() {
    this.schema.raw('DROP FUNCTION curia_fold(text)')
  }
}
