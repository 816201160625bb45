/** Permission of staff to view fetch requests and pause courts. */
export const MANAGE_RIGHT = 'fetch.manage'
