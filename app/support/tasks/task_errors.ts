/** Errors of thread tasks. */
import { DomainError, NotReady } from '../domain_error.js'
import { HTTP_ERRORS } from '../errors.js'

/** The task was terminated with its thread because it took too much time or memory. */
export class TaskTooHard extends DomainError {
  override name = 'TaskTooHard'

  /** @param reason for logs and records */
  constructor(reason: string) {
    super(HTTP_ERRORS.unprocessable, {
      detail: 'This takes too much time or memory. Send a smaller request.',
    })
    this.message = reason
  }
}

/** The task exceeds the maximum size of its module and wasn't queued. */
export class TaskTooLarge extends DomainError {
  override name = 'TaskTooLarge'

  /** @param size in the unit of the module */
  constructor(size: number, maxSize: number) {
    super(HTTP_ERRORS.unprocessable, { detail: 'This is too long. Send a smaller request.' })
    this.message = `the task has size ${size}; the maximum is ${maxSize}`
  }
}

/** The task threw an error; its thread continues. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

/** Seconds after which a thread of a full lane is likely to be free. */
const RETRY_AFTER = 2

/** An interactive lane is full, or the deadline of a task passed while it was queued. */
export class TaskQueueFull extends NotReady {
  override name = 'TaskQueueFull'

  constructor() {
    super('This server is busy. Try again shortly.', RETRY_AFTER)
  }
}

/** The lane or pool was closed before the task ended, or before it was submitted. */
export class TaskPoolClosed extends NotReady {
  override name = 'TaskPoolClosed'

  constructor() {
    super('This server is shutting down. Try again shortly.', RETRY_AFTER)
    this.message = 'The threads are closed.'
  }
}
