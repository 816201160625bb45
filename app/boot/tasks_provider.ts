import { taskPool } from '#app/support/tasks/tasks'

/** Ends the threads of tasks after the requests and jobs that use them. */
export default class TasksProvider {
  async boot() {
    taskPool.open()
  }

  async shutdown() {
    await taskPool.close()
  }
}
