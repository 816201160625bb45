import app from '@adonisjs/core/services/app'

/** Statements that run within transactions of this process during some work. */
export async function transactionStatements(work: () => Promise<unknown>): Promise<string[]> {
  const database = await app.container.make('lucid.db')
  const connection = database.connection().getWriteClient()
  const statements: string[] = []
  const note = ({ sql, __knexTxId: transaction }: { sql: string; __knexTxId?: string }) => {
    if (transaction) statements.push(sql.replaceAll(/\s+/g, ' '))
  }
  connection.on('query', note)
  try {
    await work()
  } finally {
    connection.off('query', note)
  }
  return statements
}

/** Reads that only emails need: a notice's recipient and case. */
export const READ_FOR_EMAILS = /select \* from "accounts"|full_name/i
