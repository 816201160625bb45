/**
 * The content of backups, and the backups and targets that a restore rejects.
 */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ArchiveReader } from '#app/backup/archive_reader'
import { ArchiveWriter } from '#app/backup/archive_writer'
import {
  FILE_LIST,
  fileEntry,
  FORMAT,
  KEYS,
  MANIFEST,
  tableEntry,
  type Manifest,
} from '#app/backup/format'
import { migrateTo, migrationNames } from '#app/boot/migrate'
import { refuseUnfinished, markUnfinished } from '#app/database/unfinished_restore'
import { SEND_MAIL } from '#app/mail/outbox_messenger'
import { ChangeLog } from '#app/events/change_log'
import { backUp, KEY, makeDataFolder, prepareJobs, restore } from '#tests/helpers/backups'
import {
  makeEmptyDatabase,
  makeScratchDatabase,
  type ScratchDatabase,
} from '#tests/helpers/scratch_database'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

test.group('backups', (group) => {
  let source: ScratchDatabase
  let target: ScratchDatabase
  let from: ReturnType<typeof makeDataFolder>
  let to: ReturnType<typeof makeDataFolder>
  let file: string

  group.each.setup(async () => {
    target = await makeEmptyDatabase(app)
    to = makeDataFolder()
    return async () => {
      await target.drop()
      to.cleanup()
    }
  })

  group.setup(async () => {
    source = await makeScratchDatabase(app)
    const jobs = await prepareJobs(app, source)
    await jobs.send(null, SEND_MAIL, { mail: '7' })
    await jobs.stop()
    await source.client.query(
      `INSERT INTO accounts (username, email, password) VALUES ('saved', 'saved@example.com', 'x')`
    )
    from = makeDataFolder({ 'files/a/one.pdf': 'one', 'incoming/two': '', 'search/x': 'derived' })
    file = join(from.folder, 'backups/first.zip')
    await backUp(source, from.folder, file)
    return async () => {
      await source.drop()
      from.cleanup()
    }
  })

  const count = async (client: ScratchDatabase['client'], table: string) =>
    Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

  const isEmpty = async () => {
    const tables = await count(target.client, `pg_tables WHERE schemaname IN ('public', 'jobs')`)
    const routines = await count(
      target.client,
      `pg_proc p WHERE pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`
    )
    return tables + routines === 0 && readdirSync(to.folder).length === 0
  }

  /** A copy of the backup with some entries changed. */
  const rewritten = async (change: (name: string, content: Buffer) => Buffer | null) => {
    const changed = join(from.folder, 'backups', `${Math.random()}.zip`)
    const archive = await ArchiveReader.open(file)
    const writer = new ArchiveWriter(changed, new AbortController().signal)
    for (const name of archive.entries.keys()) {
      const content = change(name, Buffer.from(await archive.text(name)))
      if (content) await writer.add(name, [content])
    }
    await writer.finish()
    archive.close()
    return changed
  }

  const withManifest = (change: (manifest: Manifest) => object) =>
    rewritten((name, content) =>
      name === MANIFEST
        ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString()))))
        : content
    )

  test('a restore includes rows, jobs, sequences, files, and the key', async ({ assert }) => {
    await restore(app, file, target, to.folder)
    const { rows } = await target.client.query("SELECT * FROM accounts WHERE username = 'saved'")
    assert.lengthOf(rows, 1)
    assert.equal(await count(target.client, `jobs.job WHERE name = '${SEND_MAIL}'`), 1)
    const made = await target.client.query(
      `INSERT INTO accounts (username, email, password) VALUES ('next', 'next@example.com', 'x') RETURNING id`
    )
    assert.isAbove(Number(made.rows[0].id), Number(rows[0].id))
    assert.equal(readFileSync(join(to.folder, 'files/a/one.pdf'), 'utf8'), 'one')
    assert.equal(readFileSync(join(to.folder, 'incoming/two'), 'utf8'), '')
    assert.equal(readFileSync(join(to.folder, 'app.key'), 'utf8').trim(), KEY)
    assert.sameMembers(readdirSync(to.folder), ['app.key', 'files', 'incoming'])
    // Foreign keys and triggers are the same as those created by the migrations.
    const rules = `SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated AND connamespace = 'public'::regnamespace),
      (SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'O') AS disabled`
    const before = (await source.client.query(rules)).rows
    assert.deepEqual((await target.client.query(rules)).rows, before)
    assert.equal(before[0].disabled, '0')
  })

  test('an archive that no server has used yet is saved without jobs', async ({
    assert,
    cleanup,
  }) => {
    const unused = await makeScratchDatabase(app)
    cleanup(() => unused.drop())
    const backup = join(from.folder, 'backups/unused.zip')
    const { tables } = await backUp(unused, from.folder, backup)
    assert.notInclude(tables.map(({ name }) => name).join(), 'jobs.')
    await restore(app, backup, target, to.folder)
    assert.equal(await count(target.client, 'jobs.job'), 0)
    assert.equal(await count(target.client, 'accounts'), 0)
  })

  test('after a restore, a consumer reads only the changes it had not read', async ({ assert }) => {
    const log = new ChangeLog(source.lucid as never)
    const change = (key: string) =>
      source.client.query(`SELECT log_content_change('courts', 'updated', ARRAY[$1])`, [key])
    await change('read')
    await log.savePosition('late', await log.now())
    await change('unread')
    await log.savePosition('quick', await log.now())
    await log.savePosition('beginning', `${(await log.now()).split('/')[0]}/1:1:`)
    const second = join(from.folder, 'backups/second.zip')
    await backUp(source, from.folder, second)
    await restore(app, second, target, to.folder)

    const restored = new ChangeLog(target.lucid as never)
    const unread = async (consumer: string) => {
      const after = await restored.findConsumerPosition(consumer)
      const { changes, cursor } = await restored.read({ after })
      await restored.savePosition(consumer, cursor)
      return changes.flatMap(({ keys }) => keys)
    }
    assert.deepEqual(await unread('quick'), [])
    assert.deepEqual(await unread('late'), ['unread'])
    assert.deepEqual(await unread('beginning'), ['read', 'unread'])
    await target.client.query(`SELECT log_content_change('courts', 'updated', ARRAY['new'])`)
    for (const consumer of ['quick', 'late', 'beginning'])
      assert.deepEqual(await unread(consumer), ['new'], consumer)
  })

  test('a position of a restored archive is rejected after another restore', async ({
    assert,
    cleanup,
  }) => {
    const again = await makeEmptyDatabase(app)
    const folder = makeDataFolder()
    cleanup(async () => {
      await again.drop()
      folder.cleanup()
    })
    await restore(app, file, target, to.folder)
    await restore(app, file, again, folder.folder)
    const [log, other] = [target, again].map(({ lucid }) => new ChangeLog(lucid as never))
    const position = await log!.now()
    await log!.read({ after: position })
    // With as many transactions as the first one.
    for (let at = 0; at < 50; at++) await again.client.query('SELECT pg_current_xact_id()')
    await assert.rejects(() => other!.read({ after: position }), /change log cannot be read/)
  })

  test('a backup written to the data folder does not include itself', async ({ assert }) => {
    const inside = join(from.folder, 'inside.zip')
    const { fileList } = await backUp(source, from.folder, inside)
    rmSync(inside)
    assert.equal(fileList.files, 2)
  })

  test('a backup excludes changes made after it started', async ({ assert }) => {
    const late = join(from.folder, 'backups/late.zip')
    let added = false
    const reporter = {
      started: () => {},
      progress: () => {
        if (added) return
        added = true
        void source.lucid.table('courts').insert({ id: 'late', full_name: 'Late', short_name: 'L' })
      },
    }
    await backUp(source, from.folder, late, { reporter })
    const archive = await ArchiveReader.open(late)
    const { tables } = await archive.manifest()
    archive.close()
    assert.equal(tables.find(({ name }) => name === 'public.courts')!.rows, 0)
  })

  for (const [what, make, expected] of [
    [
      'in a newer format',
      () => withManifest((manifest) => ({ ...manifest, format: FORMAT + 1, version: '9.0.0' })),
      /has format 2, written by Curia 9\.0\.0/,
    ],
    [
      'from a newer version',
      () => withManifest((manifest) => ({ ...manifest, migrations: ['database/migrations/99_x'] })),
      /whose migration database\/migrations\/99_x this version doesn't have/,
    ],
    [
      'that is not a backup',
      () => withManifest(() => ({ name: 'curia' })),
      /not a Curia backup|lists no tables/,
    ],
    [
      'without a manifest',
      () => rewritten((name, content) => (name === MANIFEST ? null : content)),
      /is not a Curia backup: it has no manifest/,
    ],
    [
      'with changed rows',
      () =>
        rewritten((name, content) =>
          name === tableEntry({ name: 'public.accounts' })
            ? Buffer.from(content.toString().replace('saved@', 'other@'))
            : content
        ),
      /damaged: tables\/public\.accounts\.copy differs from the saved content/,
    ],
    [
      'without a file',
      () =>
        rewritten((name, content) =>
          name === fileEntry({ path: 'files/a/one.pdf' }) ? null : content
        ),
      /damaged: data\/files\/a\/one\.pdf is missing/,
    ],
    [
      'that is truncated',
      async () => {
        const cut = await rewritten((_, content) => content)
        truncateSync(cut, 20_000)
        return cut
      },
      /is damaged or not a backup/,
    ],
    [
      'with a damaged byte',
      async () => {
        const changed = await rewritten((_, content) => content)
        const bytes = readFileSync(changed)
        const path = fileEntry({ path: 'files/a/one.pdf' })
        // The header ends with the name of the entry and a field for large files; the content follows.
        const place = bytes.indexOf(path) + path.length
        const found = bytes.indexOf(deflateRawSync('one'), place)
        bytes[found + 1]! ^= 0xff
        writeFileSync(changed, bytes)
        return changed
      },
      /is damaged: data\/files\/a\/one\.pdf/,
    ],
  ] as const) {
    test(`rejects a backup ${what} with a one-line error and no other effect`, async ({
      assert,
    }) => {
      const damaged = await make()
      const error = await restore(app, damaged, target, to.folder).catch((thrown) => thrown)
      assert.equal(error.name, 'CommandRefusal', error.stack)
      assert.match(error.message, expected)
      assert.notInclude(error.message, '\n')
      assert.isTrue(await isEmpty())
    })
  }

  test('a flipped bit is detected anywhere, unless it changes nothing', async ({ assert }) => {
    const contentOf = async (path: string) => {
      const archive = await ArchiveReader.open(path)
      try {
        const manifest = await archive.manifest()
        const { tables, fileList } = manifest
        const texts = [JSON.stringify(manifest), await archive.text(FILE_LIST, fileList)]
        for (const table of tables) texts.push(await archive.text(tableEntry(table), table))
        for (const line of texts[1]!.split('\n').filter(Boolean)) {
          const saved = JSON.parse(line)
          texts.push(await archive.text(fileEntry(saved), saved))
        }
        if (manifest.hasKey) texts.push(await archive.text(KEYS))
        return texts.join('\n')
      } finally {
        archive.close()
      }
    }
    const whole = await contentOf(file)
    const bytes = readFileSync(file)
    const flipped = join(from.folder, 'backups/flipped.zip')
    const unnoticed: string[] = []
    let noticed = 0
    const flip = async (place: number, bit: number) => {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1 << bit
      writeFileSync(flipped, changed)
      const found = await contentOf(flipped).catch((error) => {
        if (error.name !== 'CommandRefusal') throw error
        return null
      })
      if (found === null) noticed++
      else if (found !== whole) unnoticed.push(`byte ${place}, bit ${bit}`)
    }
    // The manifest is the last entry before the directory.
    const directory = bytes.indexOf('PK\x01\x02')
    const manifest = bytes.lastIndexOf(MANIFEST, directory)
    for (const [first, end, flips] of [
      [0, manifest, 40],
      [manifest, directory, 300],
      [directory, bytes.length, 60],
    ] as const) {
      for (let n = 0; n < flips; n++)
        await flip(first + Math.floor(((end - first) * n) / flips), n % 8)
    }
    assert.deepEqual(unnoticed, [])
    assert.isAbove(noticed, 300)
  })

  test('a restore rejects a database with tables and a folder with files', async ({ assert }) => {
    const before = await count(source.client, 'accounts')
    const intoSource = await restore(app, file, source, to.folder).catch((thrown) => thrown)
    assert.match(intoSource.message, /^the database is not empty: it has the table public\./)
    assert.equal(await count(source.client, 'accounts'), before)
    const intoFiles = await restore(app, file, target, from.folder).catch((thrown) => thrown)
    assert.match(intoFiles.message, /^the data folder is not empty: it has files\/a\/one\.pdf/)
    assert.isTrue(existsSync(join(from.folder, 'files/a/one.pdf')))
  })

  test('a restore rejects another APP_KEY', async ({ assert }) => {
    const wrong = { appKey: 'x'.repeat(40) }
    const error = await restore(app, file, target, to.folder, wrong).catch((thrown) => thrown)
    assert.match(error.message, /^APP_KEY is not the key of the backup/)
    assert.isTrue(await isEmpty())
  })

  test('restoring a backup without its key requires APP_KEY', async ({ assert }) => {
    const keyless = join(from.folder, 'backups/keyless.zip')
    await backUp(source, from.folder, keyless, { withKey: false })
    assert.notInclude(readFileSync(keyless, 'latin1'), KEY)
    const error = await restore(app, keyless, target, to.folder).catch((thrown) => thrown)
    assert.match(error.message, /created without its key/)
    assert.isTrue(await isEmpty())
  })

  test('an interrupted restore or backup leaves no data', async ({ assert }) => {
    const stopping = new AbortController()
    const reporter = { started: () => {}, progress: () => stopping.abort() }
    const changed = { reporter, signal: stopping.signal }
    const error = await restore(app, file, target, to.folder, changed).catch((thrown) => thrown)
    assert.equal(error.name, 'Interrupted')
    assert.isTrue(await isEmpty())
    const cut = join(from.folder, 'backups/cut.zip')
    const other = await backUp(source, from.folder, cut, changed).catch((thrown) => thrown)
    assert.equal(other.name, 'Interrupted')
    assert.isFalse(existsSync(cut) || existsSync(`${cut}.partial`))
  })

  test('a killed restore starts over, and a server rejects its database until then', async ({
    assert,
  }) => {
    await markUnfinished(target.client)
    const names = [...(await migrationNames(app))]
    await migrateTo(app, new Set(names.slice(0, names.length / 4)), target.name)
    writeFileSync(join(to.folder, 'left'), 'of the first attempt')
    const error = await refuseUnfinished(target.lucid as never).catch((thrown) => thrown)
    assert.equal(error.name, 'StartupError')
    assert.match(error.message, /Run "node ace backup:restore" again/)
    // The backup has no key, but the settings do.
    const keyless = join(from.folder, 'backups/keyless.zip')
    await restore(app, keyless, target, to.folder, { appKey: KEY })
    assert.isFalse(existsSync(join(to.folder, 'app.key')))
    await refuseUnfinished(target.lucid as never)
    assert.equal(await count(target.client, 'accounts'), 1)
    assert.isFalse(existsSync(join(to.folder, 'left')))
  }).skip(!EVERYTHING, LEFT_OUT)
})
