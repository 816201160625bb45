import { crc32 } from 'node:zlib'

interface Member {
  name: string
  bytes: Buffer
}

const LOCAL = 0x04_03_4b_50
const CENTRAL = 0x02_01_4b_50
const END = 0x06_05_4b_50
/** 1980-01-01, the earliest date in ZIP files. */
const DAY = 0x21

/** Creates an uncompressed ZIP file (APPNOTE 6.3, 4.3.6). */
export function createZip(members: Member[]): Buffer {
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of members) {
    const shared = sharedFields(name, bytes)
    const local = Buffer.concat([uint32(LOCAL), shared, Buffer.from(name), bytes])
    entries.push(
      Buffer.concat([
        uint32(CENTRAL),
        uint16(20),
        shared,
        Buffer.alloc(10),
        uint32(offset),
        Buffer.from(name),
      ])
    )
    files.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const count = uint16(members.length)
  return Buffer.concat([
    ...files,
    directory,
    uint32(END),
    uint32(0),
    count,
    count,
    uint32(directory.length),
    uint32(offset),
    uint16(0),
  ])
}

/** Version, flags, method, time, date, checksum, sizes, and lengths of the name and extra field. */
const sharedFields = (name: string, bytes: Buffer) =>
  Buffer.concat([
    uint16(20),
    uint16(0),
    uint16(0),
    uint16(0),
    uint16(DAY),
    uint32(crc32(bytes)),
    uint32(bytes.length),
    uint32(bytes.length),
    uint16(Buffer.byteLength(name)),
    uint16(0),
  ])

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
