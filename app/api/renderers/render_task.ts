/** Renders long responses in a thread. */
import { parseExactly, finishJson } from './exact_json.js'
import { jsonTree } from './json_tree.js'
import { toXml } from './xml.js'

export interface RenderTask {
  json: string
  as: 'tree' | 'xml' | 'json'
  /** Spaces per level of JSON. */
  indent: number
}

export default function render({ json, as, indent }: RenderTask): string {
  if (as === 'json') return finishJson(json, indent)
  const value = parseExactly(json)
  return as === 'xml' ? toXml(value) : jsonTree(value)
}
