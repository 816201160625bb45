import { refusalDetail } from '#app/tools/api_client'
import { ApiRefusal } from '#app/tools/tool_error'

/**
 * Sends a request; what a model should read as an answer, and not as a
 * failure of the tool, is the text of the result (tool server, tools 13 to 15).
 *
 * @param status of the refusals that are answers
 * @param beginning of the text
 * @throws ApiRefusal for other refusals
 */
export async function textOfRefusal<T>(
  status: number,
  beginning: string,
  send: () => Promise<T>
): Promise<T | string> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== status) throw error
    return `${beginning}: ${refusalDetail(error.body)}`
  }
}
