/** Errors of tasks in threads. */
import { DomainError, NotReady } from '../domain_error.js'
import { HTTP_ERRORS } from '../errors.js'

/** A task was ended with its thread: it took too much time or memory. */
export class TaskTooHard extends DomainError {
  override name = 'TaskTooHard'

  /** @param reason for logs and records */
  constructor(reason: string) {
    super(HTTP_ERRORS.unprocessable, {
      detail: 'This takes too much time or memory. Send less at once.',
    })
    this.message = reason
  }
}

/** A task is larger than its module accepts; it was not queued. */
export class TaskTooLarge extends DomainError {
  override name = 'TaskTooLarge'

  /** @param size in the unit of the module */
  constructor(size: number, maxSize: number) {
    super(HTTP_ERRORS.unprocessable, { detail: 'This is too long. Send less at once.' })
    this.message = `the task has the size ${size}; at most ${maxSize} is accepted`
  }
}

/** A task threw; its thread continues. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

/** Seconds after which a thread of a full lane is likely to be free. */
const RETRY_AFTER = 2

/** An interactive lane is full, or the deadline of a task passed before its turn. */
export class TaskQueueFull extends NotReady {
  override name = 'TaskQueueFull'

  constructor() {
    super('This server is busy. Try again shortly.', RETRY_AFTER)
  }
}

/** A task was running or queued when its lane or the pool was closed, or was submitted later. */
export class TaskPoolClosed extends NotReady {
  override name = 'TaskPoolClosed'

  constructor() {
    super('This server is stopping. Try again shortly.', RETRY_AFTER)
    this.message = 'The threads were closed.'
  }
}
