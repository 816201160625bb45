/** Builds ZIP files for tests, with arbitrary headers (APPNOTE.TXT, 4.3). */
import { crc32 } from 'node:zlib'

export interface Member {
  name: string
  content: Buffer
  /** General-purpose bits. */
  flags?: number
  /** Uncompressed size in the header. */
  size?: number
  /** Compressed size in the header, which may exceed the actual bytes. */
  packedSize?: number
  /** CRC-32 in the header. */
  checksum?: number
  /** Compression method; 8 is deflate, the default is stored. */
  method?: number
}

/** Builds a ZIP file of uncompressed members. */
export function makeZip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const { name, content, flags = 0, size = content.length, method = 0 } = member
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(member.checksum ?? crc32(content), 10)
    fields.writeUInt32LE(member.packedSize ?? content.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        Buffer.from([20, 0]),
        fields,
        rest,
        Buffer.from(name),
      ])
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
