import type { SimulatedCase } from '../model/types.js'
import { acmsCases } from './acms.js'
import { appeals } from './appeals.js'
import { bankruptcyCases } from './bankruptcy.js'
import { civilCases } from './civil.js'
import { criminalCases } from './criminal.js'
import { refusals } from './refusals.js'

/** Every case of a new simulator; each call makes them again. */
export const simulatedCases = (): SimulatedCase[] => [
  ...civilCases(),
  ...criminalCases(),
  ...bankruptcyCases(),
  ...appeals(),
  ...acmsCases(),
  ...refusals(),
]
