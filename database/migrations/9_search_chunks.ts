import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Vectors of texts. They cost more than anything else search needs, so they
 * are kept here and not only in the index, which can be rebuilt from them.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    for (const table of ['search_chunks', 'search_embedded', 'search_to_embed'])
      this.schema.raw(`DROP TABLE ${table}`)
    this.schema.raw('DROP SEQUENCE search_to_embed_mark')
  }
}

const STATEMENTS = [
  // What is to be embedded. A mark tells whether a text was marked again meanwhile.
  'CREATE SEQUENCE search_to_embed_mark',
  `CREATE TABLE search_to_embed (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     mark bigint NOT NULL DEFAULT nextval('search_to_embed_mark'),
     -- Why the provider refused it; it is not tried again by itself.
     error text,
     PRIMARY KEY (index_name, key)
   )`,
  'CREATE INDEX search_to_embed_waiting ON search_to_embed (index_name, mark) WHERE error IS NULL',
  // A row for each text that was embedded or is too short.
  `CREATE TABLE search_embedded (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     model text COLLATE "C" NOT NULL,
     -- MD5 of the text as stored, by which changes are noticed.
     text_hash text COLLATE "C" NOT NULL,
     chunks int NOT NULL,
     PRIMARY KEY (index_name, key)
   )`,
  `CREATE TABLE search_chunks (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     chunk int NOT NULL,
     text text NOT NULL,
     -- Numbers of four bytes, little-endian.
     vector bytea NOT NULL,
     PRIMARY KEY (index_name, key, chunk),
     FOREIGN KEY (index_name, key) REFERENCES search_embedded ON DELETE CASCADE
   )`,
  // Random numbers do not compress.
  'ALTER TABLE search_chunks ALTER COLUMN vector SET STORAGE EXTERNAL',
]
