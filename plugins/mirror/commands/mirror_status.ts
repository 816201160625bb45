import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

/** Most overwritten values that are listed. */
const MAX_VALUES = 50

interface OverwrittenValue {
  resource: string
  key: string
  field: string | null
  value: string | null
}

export default class MirrorStatusCommand extends BaseCommand {
  static commandName = 'mirror:status'
  static description = 'Show the progress of mirrors'

  static options: CommandOptions = { startApp: true }

  async run() {
    const { migrate } = await import('#app/boot/migrate')
    await migrate(this.app)
    const {
      MIRROR_COLUMNS,
      STATES,
      describeContent,
      describeEdits,
      describeFiles,
      describePosition,
      readLag,
    } = await import('../sync/states.js')
    type ShownMirror = import('../sync/states.js').ShownMirror
    const database = await this.app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: ShownMirror[] }>(
      `SELECT ${MIRROR_COLUMNS} FROM mirrors m ORDER BY m.id`
    )
    const table = this.ui.table()
    table.head([
      'Upstream',
      'State',
      'Position',
      'Lag',
      'Records',
      'Changes',
      'Pending',
      'No longer upstream',
      'Local edits',
      'Files',
      'Error',
    ])
    for (const mirror of rows)
      table.row([
        `${mirror.url} (${describeContent(mirror)})`,
        STATES[mirror.state],
        describePosition(mirror),
        readLag(mirror) ?? 'none',
        mirror.records,
        mirror.changes,
        mirror.pending,
        mirror.vanished,
        describeEdits(mirror),
        describeFiles(mirror),
        mirror.error ?? '',
      ])
    table.render()
    const { rows: values } = await database.rawQuery<{ rows: OverwrittenValue[] }>(
      `SELECT o.resource, o.key, o.field, o.value FROM mirror_overwritten o ORDER BY o.id DESC LIMIT ${MAX_VALUES}`
    )
    if (!values.length) return
    const overwritten = this.ui.table()
    overwritten.head(['Overwritten record', 'Field', 'Local value'])
    for (const { resource, key, field, value } of values)
      overwritten.row([`${resource} ${key}`, field ?? '', value ?? ''])
    overwritten.render()
  }
}
