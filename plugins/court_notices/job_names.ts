/** Names of jobs that several modules send. */
export const processNoticeJob = 'court_notices.process'
export const removeFilesJob = 'court_notices.remove_files'
