/** Jobs that other files send by their names, which load none of what the jobs need. */
export const LANE_JOB = 'fetch.lane'
export const REMOVE_JOB = 'fetch.remove_files'
