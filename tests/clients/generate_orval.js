/** Generates orval's functions: document, output folder, and server URL are arguments. */
import { generate } from 'orval'

const [, , document, workspace, baseUrl] = process.argv
await generate({
  input: { target: document },
  output: {
    workspace,
    target: 'api.ts',
    schemas: 'model',
    client: 'fetch',
    mode: 'split',
    baseUrl,
  },
})
