import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Embedding vectors. They are the most expensive data of search, so they are stored
 * here in addition to the index, which can be rebuilt from them.
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
  // Embedding queue. The mark shows whether a text was queued again during its embedding.
  'CREATE SEQUENCE search_to_embed_mark',
  `CREATE TABLE search_to_embed (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     mark bigint NOT NULL DEFAULT nextval('search_to_embed_mark'),
     -- Error of the provider. Failed texts aren't retried automatically.
     error text,
     PRIMARY KEY (index_name, key)
   )`,
  'CREATE INDEX search_to_embed_waiting ON search_to_embed (index_name, mark) WHERE error IS NULL',
  // One row for each text that was embedded or is too short to embed.
  `CREATE TABLE search_embedded (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     model text COLLATE "C" NOT NULL,
     -- MD5 of the stored text, to detect changes.
     text_hash text COLLATE "C" NOT NULL,
     chunks int NOT NULL,
     PRIMARY KEY (index_name, key)
   )`,
  `CREATE TABLE search_chunks (
     index_name text COLLATE "C" NOT NULL,
     key bigint NOT NULL,
     chunk int NOT NULL,
     text text NOT NULL,
     -- 32-bit little-endian floats.
     vector bytea NOT NULL,
     PRIMARY KEY (index_name, key, chunk),
     FOREIGN KEY (index_name, key) REFERENCES search_embedded ON DELETE CASCADE
   )`,
  // Vectors don't compress.
  'ALTER TABLE search_chunks ALTER COLUMN vector SET STORAGE EXTERNAL',
]
