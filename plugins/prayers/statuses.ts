/** States of a prayer (specification, Prayer). */
export const WAITING = 1
export const GRANTED = 2
