/**
 * A startup error that the operator can fix. It is printed on one line without a stack trace,
 * and the process exits with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'

  /**
   * Converts other startup errors, such as a port in use or invalid settings; undefined for
   * all others.
   */
  static from(error: unknown): StartupError | undefined {
    if (error instanceof StartupError) return error
    if (!(error instanceof Error)) return undefined

    const { code, help, address, port, syscall, hostname } = error as Error & {
      code?: string
      help?: string
      address?: string
      port?: number
      syscall?: string
      hostname?: string
    }
    switch (code) {
      case 'EADDRINUSE':
        return new StartupError(
          `port ${port} on ${address} is already in use. Set PORT to a free port, for example PORT=${Number(port) + 1}.`
        )
      case 'EADDRNOTAVAIL':
        return new StartupError(`HOST ${address} is not an address of this machine.`)
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return syscall === 'getaddrinfo'
          ? new StartupError(`HOST ${hostname} is not an address of this machine.`)
          : undefined
      case 'EACCES':
        return port === undefined
          ? undefined
          : new StartupError(
              `permission denied for port ${port}. Ports below 1024 require privileges. Set PORT to another port.`
            )
      case 'E_INVALID_ENV_VARIABLES':
        return new StartupError(`invalid settings: ${oneLine(help ?? error.message)}`)
      default:
        return undefined
    }
  }
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^[\s-]+/, '').trim())
    .filter(Boolean)
    .join('; ')
}
