import { taskPool } from '#app/support/tasks/tasks'

/** Stops the task threads after the requests and jobs that use them. */
export default class TasksProvider {
  async boot() {
    taskPool.open()
  }

  async shutdown() {
    await taskPool.close()
  }
}
