/** English words with a grammatical function, which don't distinguish questions. */
import { stemWord } from './word_forms.js'

const WORDS = `a about across after again all already also although always am among an and another any anyone
  anything are as at be because been before being between both but by can cannot could did do does doing done down
  during each else ever every everyone everything for from get gets getting give given go goes going gone got
  had has have having he her here hers him his how however i if in instead into is it its let lets made make makes
  many may me might mine most much must my myself never none nor not nothing now of off ok okay on once one only
  onto or ought our ours out over please really shall she should since so some someone something still such
  than that the their them then there these they thing things this those though through to too toward towards under
  until up upon very was way we were what whatever when where whether which while who whom whose why with within
  without would yet you your yours yourself`

const STEMS = new Set(WORDS.split(/\s+/).map(stemWord))

/** Whether a stem is that of a function word. */
export function isFunctionWord(stem: string): boolean {
  return STEMS.has(stem)
}
