import { randomUUID } from 'node:crypto'

/** The body of a POST and its type. */
export interface PostBody {
  type: string
  content: Buffer
}

/**
 * A form as the courts take it: each field a part without file name (court system 4).
 *
 * @param fields values by the names of the court's forms
 */
export function multipart(fields: Readonly<Record<string, string>>): PostBody {
  const boundary = `-----------------------------${randomUUID().replaceAll('-', '')}`
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  }
}

/** A form as other servers of the court system take it. */
export const urlencoded = (fields: Readonly<Record<string, string>>): PostBody => ({
  type: 'application/x-www-form-urlencoded',
  content: Buffer.from(new URLSearchParams(fields).toString()),
})

/** A body in JSON. */
export const json = (value: unknown): PostBody => ({
  type: 'application/json',
  content: Buffer.from(JSON.stringify(value)),
})
