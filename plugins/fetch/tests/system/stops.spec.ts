/** Shutdowns while the court system doesn't respond. */
import { freePort } from '#tests/helpers/environment'
import { ace, type RunningScript } from '#tests/helpers/server_process'
import { groupOfStops } from '#tests/helpers/stops'
import { LANE_JOB } from '../../codes.js'

const REQUESTS = '/api/rest/v4/archive-fetch/'
const ASKED = {
  registry_username: 'simreader',
  registry_password: 'Simulated-1',
  request_type: 1,
  court: 'akd',
  docket_number: '3:24-cv-00101',
}
const port = await freePort()
let courts: RunningScript

groupOfStops('stopping while the court system does not respond', [
  {
    name: 'logging in to the court system',
    settings: { REGISTRY_CONNECT: '127.0.0.1:SILENT' },
    enter: async (stage) => {
      const authorization = await stage.account('tilda')
      void stage.post(REQUESTS, authorization, ASKED).catch(() => {})
    },
  },
  {
    name: 'fetching a docket',
    settings: { REGISTRY_CONNECT: `127.0.0.1:${port}`, REGISTRY_INTERVAL_MS: '3000' },
    enter: async (stage) => {
      courts = ace(['registry:simulate', `--port=${port}`], {})
      await courts.until('Simulated courts are ready')
      await stage.post(REQUESTS, await stage.account('fred'), ASKED)
      courts.process.kill('SIGSTOP')
      await stage.working(LANE_JOB)
    },
    leave: () => void courts.process.kill('SIGKILL'),
  },
])
