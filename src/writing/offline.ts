import { teamNoteOf } from '#judgement/notes/notes.ts'
import { withoutListMark } from '#judgement/text/markup.ts'
import { stemsOf } from '#judgement/text/sentences.ts'
import { shorten } from '#judgement/text/shorten.ts'
import { HOST_MADE, rejoined } from '#judgement/title/host-made.ts'
import { withoutTickets } from '#judgement/title/references.ts'
import { safeLine, safeText } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { tellsFix, titleSentence } from './headline.ts'
import { needsWords, tellsNothing } from './needs-words.ts'
import { HEADLINE_LIMIT, type Pitch } from './pitch.ts'
import { speaksToModels, withoutSpeechToModels } from './speech-to-models.ts'
import { teamCopy } from './team-copy.ts'
import { upgradeText } from './upgrade.ts'

/** The length at which titles are truncated before anything reads them. */
const LONGEST_TITLE = 600

/**
 * The writer without network or model: the team's own note if there is one, otherwise only the title as a headline, plus the steps of a
 * breaking change. Passages that address a language model are left out; if the title or the note contained one, a person has to look.
 */
export function offlinePitch(pull: MergedPull): Pitch {
  const { pull: quiet, lostLead } = withoutSpeechToModels(pull)
  const pitch = written(quiet)
  // Title and note may address a model only when they are read together.
  if (speaksToModels(pitch))
    return { headline: NOTHING_SAID, body: '', writer: 'offline', needsWords: SPEAKS_TO_MODELS }
  return lostLead ? { ...pitch, needsWords: SPEAKS_TO_MODELS } : pitch
}

/** The headline for a title that says nothing. */
const NOTHING_SAID = 'Various changes'

const SPEAKS_TO_MODELS = 'Part of the text speaks to an assistant or a language model, so it was left out.'

const NOTE_TOO_LONG = 'The note is too long for a headline, and nothing shorter says the same.'

const HOST_WORDS = 'The title is that of an issue, and may not tell what was done.'

function written(pull: MergedPull): Pitch {
  const note = teamNoteOf(pull)
  const told =
    note === null ? null : teamCopy(wholeNote(safeText(note.text), pull), note.others.map(safeText))
  if (told === null) return fromTitle(pull)
  if (!breaksOff(told.headline)) return { ...told, writer: 'team' }
  const { headline } = fromTitle(pull)
  if (standsFor(headline, told.body)) return { ...told, headline, writer: 'team' }
  return { ...told, writer: 'team', ...(told.headline.endsWith('…') && { needsWords: NOTE_TOO_LONG }) }
}

/** The note, completed where it is a title that the code host cut. */
const wholeNote = (note: string, { title, body, commits }: MergedPull): string =>
  rejoined({ title: note, body, commits: [title, ...commits] })

function fromTitle(pull: MergedPull): Pitch {
  const given = safeLine(pull.title.slice(0, LONGEST_TITLE))
  const body = safeText(pull.body)
  const title = withoutListMark(rejoined({ title: given, body, commits: pull.commits }))
  const sentence = titleSentence(title)
  const isSaid = /\p{L}/u.test(withoutTickets(sentence))
  const copy = {
    headline: shorten(isSaid ? sentence : NOTHING_SAID, HEADLINE_LIMIT),
    body: upgradeText({ ...pull, body }),
  }
  const reason = HOST_MADE.test(given)
    ? HOST_WORDS
    : needsWords(copy, { isFix: tellsFix(title), files: pull.files })
  return { ...copy, writer: 'offline', ...(reason !== null && { needsWords: reason }) }
}

/** Whether a headline ends before it has said what happened, or describes only the former state. */
const breaksOff = (headline: string): boolean =>
  headline.endsWith('…') ||
  /^(?:previously|before|until now|formerly|(?:the|this) (?:bug|issue|problem) was)\b/i.test(headline)

/** Whether a title can replace a note that breaks off: it is complete, and says what the note says. */
function standsFor(title: string, note: string): boolean {
  const words = [...stemsOf(title)]
  const known = stemsOf(note)
  return (
    !title.endsWith('…') &&
    !tellsNothing({ headline: title, body: '' }) &&
    words.filter(word => known.has(word)).length >= words.length * 0.5 &&
    (title.match(/\d+/g) ?? []).every(number => note.includes(number)) &&
    (!/^(?:remove|drop|delete)\b/i.test(title) || !/\bwill be (?:removed|dropped)\b/.test(note))
  )
}
