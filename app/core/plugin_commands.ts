/**
 * Provides the Ace commands of the kernel and of the plugins to the framework.
 */
import { ListLoader, type BaseCommand } from '@adonisjs/core/ace'
import { loadPlugins } from './plugin_loader.js'
import { PluginError } from '#app/support/plugin_error'

type Command = typeof BaseCommand

let loading: Promise<ListLoader<Command>> | undefined

async function load(): Promise<ListLoader<Command>> {
  const owners = new Map<string, string>()
  const commands: Command[] = []
  for (const plugin of await loadPlugins()) {
    for (const importCommand of plugin.commands ?? []) {
      const command = (await importCommand()).default as Command
      const owner = owners.get(command.commandName)
      if (owner) {
        throw new PluginError(
          'E_DUPLICATE_COMMAND',
          `plugins "${owner}" and "${plugin.name}" both bring the command "${command.commandName}"`
        )
      }
      owners.set(command.commandName, plugin.name)
      commands.push(command)
    }
  }
  return new ListLoader(commands)
}

export async function getMetaData() {
  loading ??= load()
  return (await loading).getMetaData()
}

export async function getCommand(metaData: Parameters<ListLoader<Command>['getCommand']>[0]) {
  loading ??= load()
  return (await loading).getCommand(metaData)
}
