/**
 * A reason not to start that the operator can mend. It is printed as one
 * line, without a stack, and the process ends with exit code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'

  /**
   * Recognises start errors of other origin (a taken port, a settings file
   * that does not validate) and words them; undefined for everything else.
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
          `port ${port} on ${address} is taken by another program. Set PORT to a free one, for example PORT=${Number(port) + 1}.`
        )
      case 'EADDRNOTAVAIL':
        return new StartupError(`HOST ${address} is no address of this machine.`)
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return syscall === 'getaddrinfo'
          ? new StartupError(`HOST ${hostname} is no address of this machine.`)
          : undefined
      case 'EACCES':
        return port === undefined
          ? undefined
          : new StartupError(
              `no permission to listen on port ${port}. Ports below 1024 need rights; set PORT.`
            )
      case 'E_INVALID_ENV_VARIABLES':
        return new StartupError(`wrong settings: ${oneLine(help ?? error.message)}`)
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
