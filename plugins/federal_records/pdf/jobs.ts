/** Jobs of stored PDFs. */
import { defineJob } from '#app/jobs/define_job'

export const removeFiles = defineJob<{ paths: string[] }>({
  name: 'federal_records.remove_files',
  handler: async ({ paths }, { app }) => {
    const { removeUnusedFiles } = await import('./remove_files.js')
    await removeUnusedFiles(app, paths)
  },
})

export default [removeFiles]
