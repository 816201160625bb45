/** Interruptions of OCR. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ace } from '#tests/helpers/server_process'
import { groupOfStops } from '#tests/helpers/stops'
import { QUEUES } from '../../pdf/codes.js'
import { makePdf, renderScan } from '../make_pdf.js'

const PAGES = 15

groupOfStops('shutdown during OCR', [
  {
    name: 'OCR of a file with many pages',
    enter: async (stage) => {
      const lines = Array.from({ length: 40 }, (_, n) => `Line ${n} of a scan with many words.`)
      const scan = await renderScan({ lines })
      const file = join(stage.folder, 'scan.pdf')
      writeFileSync(file, await makePdf(Array.from({ length: PAGES }, () => ({ scan }))))
      const [{ id }] = await stage.query(
        'SELECT id FROM archive_documents WHERE is_sealed IS NOT TRUE ORDER BY id LIMIT 1'
      )
      const { code, output } = await ace(['documents:store', String(id), file], {
        DATA_DIR: stage.folder,
      }).ended
      if (code !== 0) throw new Error(output)
      await stage.working(QUEUES.recognize)
      await sleep(1_000)
    },
  },
])
