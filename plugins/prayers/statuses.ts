import { choices } from '#api/fields'

/** States of a prayer (specification, Prayer). */
export const WAITING = 1
export const GRANTED = 2

export const STATUSES = choices({ [WAITING]: 'Waiting', [GRANTED]: 'Granted' })
