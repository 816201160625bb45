/** All patterns, by topic. */
import type { Pattern } from '../pattern.js'
import { fixedWords } from './fixed_words.js'
import { phrases } from './phrases.js'
import { spelling } from './spelling.js'
import { verbs } from './verbs.js'

export const PATTERNS: Pattern[] = [...fixedWords, ...verbs, ...phrases, ...spelling]
