import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'tool_server',
  description: 'Tools for AI clients through the Model Context Protocol (MCP).',
  settings: () => import('./settings.js'),
  routes: () => import('./routes.js'),
  consumers: [() => import('./state/withdrawn_texts_consumer.js')],
  jobs: [() => import('./state/prune_job.js')],
  profileMenu: [{ section: 'API', label: 'AI clients', path: '/profile/ai-clients/' }],
  docs: ['tool-server', 'tools'],
  tools: [
    () => import('./tools/endpoint_tools.js'),
    () => import('./tools/get_choices.js'),
    () => import('./tools/result_tools.js'),
    () => import('./tools/read_document.js'),
    () => import('./tools/search_document.js'),
  ],
  register(host) {
    host.taskCard({
      label: 'Connect an AI client',
      path: '/profile/ai-clients/',
      text: 'Search and read this archive from an AI assistant.',
      isOnHomePage: true,
    })
    host.toolResources(() => import('./tools/record_resources.js'))
    host.docPart('clients', () => import('./guide/client_snippets.js'))
    host.docPart('tools', () => import('./guide/shown_tools.js'))
  },
})
