/**
 * Stores, reads, and recognizes PDFs while all processes are killed with `kill -9` at random
 * times. Every document ends with its file and text.
 */
import { createHash, randomInt } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { ace } from '#tests/helpers/server_process'
import { makePdf, PARAGRAPH, renderScan } from '../make_pdf.js'

const CRASHES = crashesOr(2)
/** Milliseconds until interrupted work is detected and repeated. */
const TIMEOUT_MS = 300_000
const DOCUMENTS = 4
/** More pages than one OCR job recognizes. */
const SCANS = 21

const ARCHIVE = `
  WITH court AS (
    INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S', 'S', 'FD') RETURNING id
  ), docket AS (
    INSERT INTO dockets (source, court_id, docket_number, registry_case_id) SELECT 1, id, '1:26-cv-1', '77' FROM court RETURNING id
  ), entry AS (INSERT INTO docket_entries (docket_id) SELECT id FROM docket RETURNING id)
  INSERT INTO archive_documents (docket_entry_id, document_type, document_number)
  SELECT id, 1, number::text FROM entry, generate_series(1, ${DOCUMENTS}) AS number RETURNING id`

test.group('PDFs and kill -9', (group) => {
  let processes: MortalProcesses

  group.setup(async () => {
    processes = await MortalProcesses.start({})
    return () => processes.stop()
  })

  test('every document has its file and its text', async ({ assert }) => {
    const ids = (await processes.rows(ARCHIVE)).map(({ id }) => Number(id))
    const scan = await renderScan({ lines: ['Scanned words'] })
    const sums = new Map<number, string>()
    const killing = processes.killInTurns(CRASHES, 3000)
    for (const [place, id] of ids.entries()) {
      const scans = place === 0 ? Array.from({ length: SCANS }, () => ({ scan })) : []
      const bytes = await makePdf([{ lines: [`Document ${place}`, ...PARAGRAPH] }, ...scans])
      const file = join(processes.folder, `${place}.pdf`)
      writeFileSync(file, bytes)
      sums.set(id, createHash('sha1').update(bytes).digest('hex'))
      await storeAgainstKills(id, file)
    }
    await killing

    const OPEN = `SELECT count(*) FROM archive_documents doc LEFT JOIN document_texts t ON t.document_id = doc.id
      WHERE doc.ocr_status IS NULL OR doc.ocr_status = 4 OR t.state IS DISTINCT FROM 'read'`
    const deadline = Date.now() + TIMEOUT_MS
    while (Number((await processes.rows(OPEN))[0]!.count) && Date.now() < deadline) await sleep(300)

    const rows = await processes.rows('SELECT * FROM archive_documents ORDER BY id')
    assert.lengthOf(rows, DOCUMENTS)
    for (const [place, row] of rows.entries()) {
      assert.equal(row.sha1, sums.get(Number(row.id)))
      assert.equal(row.ocr_status, place === 0 ? 1 : 2)
      assert.include(row.plain_text, `Document ${place}\n${PARAGRAPH[0]}`)
      const words = row.plain_text.match(/Scanned words/g) ?? []
      assert.lengthOf(words, place === 0 ? SCANS : 0)
      const stored = readFileSync(join(processes.folder, 'files', row.filepath_local))
      assert.equal(createHash('sha1').update(stored).digest('hex'), row.sha1)
    }
    const folder = join(processes.folder, 'files/recap/gov.uscourts.nysd.77')
    const served = readdirSync(folder).filter((name) => !name.startsWith('.'))
    for (const ending of ['.0.pdf', '.0.thumb.png'])
      assert.lengthOf(
        served.filter((name) => name.endsWith(ending)),
        DOCUMENTS
      )
    const left = await processes.rows('SELECT 1 FROM recognized_pages')
    assert.lengthOf(left, 0)
    const failed = await processes.rows(`SELECT name FROM jobs.job WHERE state = 'failed'`)
    assert.deepEqual(failed, [])
  }).timeout(600_000 + CRASHES * 15_000)

  /** Kills the command once, then runs it until the file is stored. */
  async function storeAgainstKills(id: number, file: string): Promise<void> {
    const words = ['documents:store', String(id), file]
    const first = ace(words, processes.environment)
    await sleep(randomInt(1000, 4000))
    first.process.kill('SIGKILL')
    await first.ended
    for (;;) {
      const { code } = await ace(words, processes.environment).ended
      if (code === 0) return
    }
  }
})
