/** Recognizes the first page of a file and prints its text; run by the spec in a separate process. */
import { recognizePage, stopRecognizing } from '../pdf/ocr_reader.js'

const text = await recognizePage(process.argv[2]!, 'once', 1)
await stopRecognizing()
process.stdout.write(text ?? 'not recognized')
