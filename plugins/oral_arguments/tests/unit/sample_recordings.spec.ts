/** Recordings of the sample archive are MP3 files as documented: 22050 Hz, 48 kbit/s, mono. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'

const FILES = globSync('mp3/**/*.mp3', {
  cwd: fileURLToPath(new URL('../../../../database/sample/storage/', import.meta.url)),
})

/** Frame headers: MPEG 2 layer 3, no checksum, 48 kbit/s at 22050 Hz, without and with padding. */
const HEADERS = [0xfff360, 0xfff362]
/** Frame size in bytes without padding. */
const FRAME = 156

test.group('recordings of the sample archive', () => {
  test('{$self}: every frame has the documented format')
    .with(FILES)
    .run(({ assert }, file) => {
      const bytes = readFileSync(
        new URL(`../../../../database/sample/storage/${file}`, import.meta.url)
      )
      for (let at = 0; at < bytes.length;) {
        const header = bytes.readUIntBE(at, 3)
        assert.include(HEADERS, header)
        assert.equal(bytes[at + 3]! >> 6, 3, 'not mono')
        at += FRAME + (header & 2 ? 1 : 0)
      }
    })
})
