import { teamNoteOf } from '#judgement/copy/notes/notes.ts'
import { stemsOf } from '#judgement/copy/text/sentences.ts'
import { safeLine, safeText } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { needsWords } from '../needs-words.ts'
import { NOTHING_SAID, ownCopy, tellsFix } from '../own-copy.ts'
import type { Pitch, PitchWriter } from '../pitch.ts'
import { speaksToModels, withoutSpeechToModels } from '../speech-to-models.ts'
import { teamCopy } from '../team-copy.ts'
import { HOST_MADE } from '../title/references.ts'

/** Titles are cut here before anything reads them. */
const LONGEST_TITLE = 600

/**
 * Writes without network or model: the team's own note where there is one, else the title and the description, cleaned. What speaks to a
 * language model is left out, and a person has to look where the title or the note did.
 */
export const offlineWriter: PitchWriter = {
  write(pull: MergedPull): Pitch {
    const { pull: quiet, lostLead } = withoutSpeechToModels(pull)
    const pitch = written(quiet)
    // The title and the description may only say it together.
    if (speaksToModels(pitch))
      return { headline: NOTHING_SAID, body: '', writer: 'offline', needsWords: SPEAKS_TO_MODELS }
    return lostLead ? { ...pitch, needsWords: SPEAKS_TO_MODELS } : pitch
  },
}

const SPEAKS_TO_MODELS = 'Part of the text speaks to an assistant or a language model, so it was left out.'

const HOST_WORDS = 'The title is that of an issue, and may not tell what was done.'

function written(pull: MergedPull): Pitch {
  const note = teamNoteOf(pull)
  const told = note === null ? null : teamCopy(safeText(note.text), note.others.map(safeText))
  if (told !== null && !breaksOff(told.headline)) return { ...told, writer: 'team' }
  const title = safeLine(pull.title.slice(0, LONGEST_TITLE))
  const own = ownCopy({ repo: pull.repo, title, body: safeText(pull.body), commits: pull.commits })
  if (told === null) {
    const reason = HOST_MADE.test(title) ? HOST_WORDS : needsWords(own, tellsFix(title))
    return { ...own, writer: 'offline', ...(reason !== null && { needsWords: reason }) }
  }
  return { ...told, ...(standsFor(own.headline, told.body) && { headline: own.headline }), writer: 'team' }
}

/** Ends before it has said what happened, or tells how it was. */
const breaksOff = (headline: string): boolean =>
  headline.endsWith('…') ||
  /^(?:previously|before|until now|formerly|(?:the|this) (?:bug|issue|problem) was)\b/i.test(headline)

/** Can a title stand for a note that breaks off? It is whole, and says what the note says. */
function standsFor(title: string, note: string): boolean {
  const words = [...stemsOf(title)]
  const known = stemsOf(note)
  return (
    !title.endsWith('…') &&
    words.filter(word => known.has(word)).length >= words.length * 0.6 &&
    (title.match(/\d+/g) ?? []).every(number => note.includes(number)) &&
    (!/^(?:remove|drop|delete)\b/i.test(title) || !/\bwill be (?:removed|dropped)\b/.test(note))
  )
}
