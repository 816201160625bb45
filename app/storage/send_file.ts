/**
 * Sends a stored file with ranges and conditional requests (RFC 9110, sections 13 and 14). The library
 * `send` implements both for files in folders; other sources replace its file stream.
 */
import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import send from 'send'
import { cacheControl, type Audience } from '#app/support/caching'
import type { ByteRange, StoredFile } from './disk_files.js'
import { unavailable } from './disk_files.js'
import { readFileHeaders } from './file_request.js'

/**
 * Types that browsers show without executing anything on this origin; a sandbox would keep them
 * from being shown.
 */
const HARMLESS = /\.(?:pdf|mp3|ogg|wav|jpe?g|png|gif|webp|txt)$/i

/** Reason why a file is not sent: it is missing, has changed, or doesn't contain the range. */
export interface SendRefusal {
  status: 404 | 412 | 416
  headers?: Record<string, string>
}

/**
 * @param audience whether shared caches can store it
 * @param representation row of the caching table
 * @returns why nothing was sent; undefined on success
 * @throws DomainError if the disk is unreachable
 */
export async function sendStoredFile(
  request: IncomingMessage,
  out: ServerResponse,
  {
    path,
    file,
    audience,
    representation = 'files',
  }: {
    path: string
    file: StoredFile
    audience: Audience
    representation?: 'files' | 'uploads' | 'bulkFiles'
  }
): Promise<SendRefusal | undefined> {
  const headers = readFileHeaders(request.method!, request.headers, file.state)
  if (!headers) return { status: 412 }

  if (request.method === 'GET' && 'link' in file.source && file.source.link) {
    await redirect(out, file.source.link)
    return undefined
  }

  // Files come from many sources; none may run scripts on this origin.
  if (!HARMLESS.test(path)) out.setHeader('content-security-policy', "default-src 'none'; sandbox")
  out.setHeader('x-content-type-options', 'nosniff')
  out.setHeader('access-control-allow-origin', '*')
  out.setHeader('cache-control', cacheControl(representation, audience))
  out.setHeader('etag', file.state.etag)
  out.setHeader('last-modified', file.state.lastModified)
  const asked = Object.create(request, { headers: { value: headers } })
  try {
    await pipeSent(asked, out, path, file)
    return undefined
  } catch (error) {
    return refusalOf(out, error as SendError)
  }
}

/** The client repeats its range and conditions there; access was checked here. */
async function redirect(out: ServerResponse, link: () => Promise<string>): Promise<void> {
  const location = await link().catch(unavailable)
  const headers = {
    location,
    'cache-control': cacheControl('signedRedirect'),
    'access-control-allow-origin': '*',
  }
  out.writeHead(302, headers).end()
}

function pipeSent(
  asked: IncomingMessage,
  out: ServerResponse,
  path: string,
  file: StoredFile
): Promise<void> {
  const { source } = file
  const root = 'root' in source ? source.root : '/'
  return new Promise<void>((resolve, reject) => {
    out.once('close', resolve)
    const options = { root, dotfiles: 'deny', index: false, cacheControl: false } as const
    const sent = send(asked, encodeURI(path), options).once('error', reject)
    if ('read' in source) {
      const { size } = file.state
      Object.assign(sent, {
        sendFile(place: string) {
          sent.send(place, { size, mtime: file.modified } as Stats)
        },
        stream(_: string, range: ByteRange) {
          readInto(out, source.read, { size, range }).catch(reject)
        },
      })
    }
    sent.pipe(out)
  })
}

async function readInto(
  out: ServerResponse,
  read: Exclude<StoredFile['source'], { root: string }>['read'],
  { size, range: { start, end } }: { size: number; range: ByteRange }
): Promise<void> {
  if (!size) {
    out.end()
    return
  }
  const isWhole = start === 0 && end >= size - 1
  const body = await read(isWhole ? undefined : { start, end }).catch((error: unknown) => {
    // Removed or replaced since the lookup.
    const { httpStatusCode: status } = (error as S3Error).$metadata ?? {}
    throw status === 404 || status === 412 ? Object.assign(new Error(), { status: 404 }) : error
  })
  await pipeline(body, out)
}

interface S3Error {
  $metadata?: { httpStatusCode?: number }
}

interface SendError extends Error {
  status?: number
  headers?: Record<string, string>
}

function refusalOf(out: ServerResponse, error: SendError): SendRefusal | undefined {
  if (out.headersSent) {
    out.destroy()
    return undefined
  }
  // These headers describe the file, which is not sent.
  for (const name of out.getHeaderNames()) out.removeHeader(name)
  out.statusCode = 200
  const { status, headers } = error
  if (status === undefined) unavailable(error)
  return { status: status === 412 || status === 416 ? status : 404, headers }
}
