/** Errors of the file system that an operator can fix. */
import { getSystemErrorMessage } from 'node:util'

/** Calls of sockets, whose errors have the same codes. */
const SOCKET_CALLS = /^(?:connect|bind|listen|accept|getaddrinfo|queryA*|shutdown)$/
/** Codes that only files have. */
const OF_FILES = ['EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENOSPC', 'EROFS']

/**
 * A line such as "/srv/exports: permission denied (EACCES)"; undefined if the file system didn't
 * cause the error.
 *
 * @param file shown for an error of an open file, which doesn't have its path
 */
export function describeFileError(error: unknown, file = 'a file'): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errno, syscall, path } = error as NodeJS.ErrnoException
  if (!code || errno === undefined || !syscall || SOCKET_CALLS.test(syscall)) return undefined
  // Reads and writes of open files have no path, and neither do those of sockets.
  if (path === undefined && !OF_FILES.includes(code)) return undefined
  return `${path ?? file}: ${getSystemErrorMessage(errno)} (${code})`
}
