/** Spelling and punctuation of American English. */
import type { Pattern } from '../pattern.js'

const WORD = String.raw`[\w'-]+`
/** Words that don't start a list item. */
const NO_ITEM = String.raw`(?!(?:with|without|within|here|now|then|also|too|not|in|on|at|by|for|to|from|of|when|where|which|that|who|whose|as|if|so|or|and|but|it|they|he|she|is|are|was|were|be|has|have|before|after|until|while|once|because|both|either|neither|all|each|only|even|one|two|three|up|down|left|sooner|more|less)\b)`
const ITEM = String.raw`(?:(?:an?|the|its|their|your|each|no) )?${NO_ITEM}${WORD}`
/**
 * A list of three or more items without a serial comma, and not followed by another list: `a, b
 * and c`.
 */
const SERIES = String.raw`\b(?=${WORD}, )${NO_ITEM}${WORD}, ${ITEM} (?:and|or) `
const SERIES_END = String.raw`(?=${NO_ITEM}\w)(?!(?:${WORD} ){0,5}${WORD},)`
/** A clause before the comma, or a pair. */
const BEFORE_PAIR = String.raw`(?:(?:^|[.:;,(] )(?:in|on|at|for|with|without|when|if|while|where|as|after|before|because|since|until|unless|once|by|from|to|over|under|among|during|between|so|then|there|here|otherwise|of)\b[^,.;:]*|\b(?:and|or) (?:${WORD} )?${WORD}), ${ITEM} (?:and|or) `

export const spelling: Pattern[] = [
  {
    id: 'american-spelling',
    find: /\b(?:analys(?:e[sdr]?|ers|ing)|(?:behavi|col|fav|hon|neighb|lab|hum|rum|vap)our(?:s|ed|ing|able|ite|ites)?|licen[c]es?|(?:organ|recogn|normal|optim|initial|serial|sanit|author|categor|summar|synchron|capital|util|minim|maxim|real|final|central|general|special|token|customi?|prior|emphas|apolog|visual|local|standard|material|memor|random|parallel)is(?:e[sdr]?|ing|ation|ations)|catalogues?|cancelled|cancelling|cent(?:re|res|red)|misspelt|learnt|labelled|labelling|modell(?:ed|ing)|travell(?:ed|ing)|signall(?:ed|ing)|artefacts?|defence|fulfil|judgement|grey|way round|per cent|programmes?|enquir(?:y|ies)|spelt|cheque|storey)\b/i,
    use: 'the American spelling',
    wrong: 'The analyser normalises words.',
    right: 'The analyzer normalizes words.',
  },
  {
    id: 'serial-comma',
    find: new RegExp(SERIES + SERIES_END, 'i'),
    // A message fixed by the API's contract.
    except: new RegExp(`${BEFORE_PAIR}|numbers, underscores or hyphens`, 'i'),
    use: 'a comma before "and" or "or" in a list',
    wrong: 'Courts, dockets and opinions are imported.',
    right: 'Courts, dockets, and opinions are imported.',
  },
]
